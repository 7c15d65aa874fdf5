import { Switch } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { ParagraphSetting } from './fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { Setting } from './setting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** Fields for the pages that everyone can read. */
export const PublicFields = ({ form }: { form: SettingsForm }) => (
  <Card title="Public pages">
    <Setting form={form} name="marketingPages">
      <Switch
        id="marketingPages"
        label="Pages about the product"
        description="Off: only the legal texts and the contact form are public."
        checked={form.values.marketingPages}
        onChange={(event) => form.set('marketingPages', event.currentTarget.checked)}
      />
    </Setting>
    <PriceFields form={form} />
    <ParagraphSetting
      form={form}
      name="hosting"
      label="Where the data is kept (optional)"
      description="As the public pages say it, e.g. ‘In data centres in Australia’. Empty: they do not mention it."
      max={500}
    />
  </Card>
)
