import { NativeSelect, TextInput } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { NumberSetting } from './fields.tsx'
import { Setting } from './setting.tsx'
import classes from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

const often = { daily: 'Every day', weekly: 'Every Sunday', off: 'Off' } as const

/** Fields for the times of automatic backups, and the number kept. */
export function BackupFields({ form }: { form: SettingsForm }) {
  return (
    <Card title="Backups">
      <Setting form={form} name="backups">
        <NativeSelect
          id="backups"
          label="Make a backup"
          description="Once BACKUP_URL names a place and BACKUP_KEY a key; the System page shows how the last ones went."
          classNames={{ wrapper: classes.short ?? '' }}
          value={form.values.backups}
          data={Object.entries(often).map(([value, label]) => ({ value, label }))}
          onChange={(event) => form.set('backups', event.target.value as keyof typeof often)}
        />
      </Setting>
      <Setting form={form} name="backupTime">
        <TextInput
          id="backupTime"
          type="time"
          label="At"
          description={`In the time zone ${form.values.timeZone}. One that could not be made then, because nothing ran, is made up for.`}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          classNames={{ wrapper: classes.short ?? '' }}
          value={form.values.backupTime}
          error={form.errors.backupTime}
          onChange={(event) => form.set('backupTime', event.currentTarget.value)}
        />
      </Setting>
      <NumberSetting
        form={form}
        name="backupsKeptDaily"
        label="Keep the newest copy of each of the last days"
        description="Older copies are moved aside after a backup, and removed 30 days later."
        min={1}
        max={366}
      />
      <NumberSetting
        form={form}
        name="backupsKeptWeekly"
        label="And of each of the last weeks"
        unit="weeks"
        min={0}
        max={520}
      />
      <NumberSetting
        form={form}
        name="backupsKeptMonthly"
        label="And of each of the last months"
        unit="months"
        min={0}
        max={120}
      />
    </Card>
  )
}
