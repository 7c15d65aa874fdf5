import { Switch } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { ParagraphSetting } from './fields.tsx'
import { Setting } from './setting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** The pages that everyone can read. */
export const PublicFields = ({ form }: { form: SettingsForm }) => (
  <Card title="Public pages">
    <Setting form={form} name="marketingPages">
      <Switch
        id="marketingPages"
        label="Pages about the product and its prices"
        description="Off: only the legal texts and the contact form are public."
        checked={form.values.marketingPages}
        onChange={(event) => form.set('marketingPages', event.currentTarget.checked)}
      />
    </Setting>
    <ParagraphSetting
      form={form}
      name="hosting"
      label="Where the data is kept (optional)"
      description="As the public pages say it, e.g. ‘On our own servers in Sydney’. Empty: they do not mention it."
      max={500}
    />
  </Card>
)
