import { Switch } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { NumberSetting, ParagraphSetting } from './fields.tsx'
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
    <Setting form={form} name="copyChecks">
      <Switch
        id="copyChecks"
        label="Copies can be checked by their codes"
        description="Anybody who has a copy with a code sees at /check whether it is genuine. Off: every code is answered as if it were not known."
        checked={form.values.copyChecks}
        onChange={(event) => form.set('copyChecks', event.currentTarget.checked)}
      />
    </Setting>
    <NumberSetting
      form={form}
      name="copyOldAfterDays"
      label="Call a copy old after"
      description="Anyone who checks an older copy is told that many ask for a newer one."
      min={1}
      max={3_650}
    />
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
