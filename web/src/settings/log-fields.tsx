import { TagsInput } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { Setting } from './setting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** Field for the people outside who get the head of the log every day. */
export const LogFields = ({ form }: { form: SettingsForm }) => (
  <Card title="Transparency log">
    <Setting form={form} name="logHeadEmails">
      <TagsInput
        id="logHeadEmails"
        label="Email the head of the log every day to"
        description="An address, then Enter; 20 at most. Anyone who keeps the email can prove later that nothing before it was changed."
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        maxTags={20}
        value={form.values.logHeadEmails}
        error={form.errors.logHeadEmails}
        onChange={(emails) => form.set('logHeadEmails', emails)}
      />
    </Setting>
  </Card>
)
