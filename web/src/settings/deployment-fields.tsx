import { Autocomplete, Text } from '@mantine/core'
import { dateTimeText } from '../lib/format.ts'
import { useServerNow } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { ParagraphSetting, TextSetting } from './fields.tsx'
import { Setting } from './setting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const zones = Intl.supportedValuesOf('timeZone')

/** Fields for the name of the deployment and its contacts. */
export function DeploymentFields({ form }: { form: SettingsForm }) {
  return (
    <Card title="The deployment">
      <TextSetting
        form={form}
        name="deploymentName"
        label="Name"
        description="At the top of every page, in the tab and in emails."
        max={100}
      />
      <TextSetting
        form={form}
        name="supportEmail"
        type="email"
        label="Support email"
        description="Shown to people who need help. Messages of the contact form go there."
        max={254}
      />
      <TextSetting form={form} name="phone" type="tel" label="Phone (optional)" max={40} />
      <ParagraphSetting form={form} name="officeAddress" label="Office address (optional)" max={300} />
      <TextSetting
        form={form}
        name="businessHours"
        label="Business hours (optional)"
        description="As the contact page says them, e.g. ‘Mon-Fri 9-5 AEST’. Empty: it does not."
        max={100}
      />
      <TextSetting
        form={form}
        name="enterpriseEmail"
        type="email"
        label="Email for Enterprise enquiries (optional)"
        description="Empty: where prices are shown, the support email."
        max={254}
      />
      <Setting form={form} name="timeZone">
        <Autocomplete
          id="timeZone"
          label="Time zone"
          description="Decides what ‘today’ and ‘until that day’ mean. Access that was already given keeps its end."
          data={zones}
          limit={50}
          maxLength={64}
          value={form.values.timeZone}
          error={form.errors.timeZone}
          onChange={(zone) => form.set('timeZone', zone)}
        />
        <TimeThere zone={form.values.timeZone} />
      </Setting>
    </Card>
  )
}

function TimeThere({ zone }: { zone: string }) {
  const now = useServerNow()
  if (!zones.includes(zone)) return null
  return (
    <Text size="sm" c="dimmed">
      There it is {dateTimeText(new Date(now).toISOString(), zone)}.
    </Text>
  )
}
