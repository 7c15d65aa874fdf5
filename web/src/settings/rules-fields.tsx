import { type KindGroup, kindGroups } from '@deedbox/contract/document-kinds.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { reminderWindows } from '@deedbox/contract/request-terms.ts'
import { Fieldset, NativeSelect, NumberInput, Text } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { NumberSetting } from './fields.tsx'
import { Setting } from './setting.tsx'
import classes from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

/** Fields for periods that apply where nobody chooses one. */
export function RulesFields({ form }: { form: SettingsForm }) {
  return (
    <Card title="Sharing, sessions and retention">
      <NumberSetting
        form={form}
        name="sharePeriodDays"
        label="Share for"
        description={`What Share suggests as the last day. Empty: no day, so that access ends by itself after ${limits.autoRevokeDays} days.`}
        min={1}
        max={limits.autoRevokeDays}
      />
      <NumberSetting
        form={form}
        name="sessionDays"
        label="Sign in again after"
        description="However much they use Deedbox. Fewer days sign out at once everybody who signed in longer ago, you too."
        min={1}
        max={365}
      />
      <Setting form={form} name="reminderDaysBefore">
        <NativeSelect
          id="reminderDaysBefore"
          label="Remind of expiring documents"
          description="For people who have not chosen their own. Those who are now due are reminded at once."
          classNames={{ wrapper: classes.short ?? '' }}
          value={form.values.reminderDaysBefore}
          data={reminderWindows.map((days) => ({ value: String(days), label: `${days} days before` }))}
          onChange={(event) => {
            const days = reminderWindows.find((days) => String(days) === event.target.value)
            if (days) form.set('reminderDaysBefore', days)
          }}
        />
      </Setting>
      <NumberSetting
        form={form}
        name="deletedKeptDays"
        label="Keep deleted documents for"
        description="A deleted document can be restored until then; after that its content is erased here. Backups made before hold it until they are cleared away, and a restore erases it again. Applies to documents that are deleted from now on: those deleted before keep the day that people were told."
        min={30}
        max={3_650}
      />
      <Setting form={form} name="reviewYears">
        <Fieldset
          legend={
            <Text size="sm" fw={600}>
              Review documents after
            </Text>
          }
          variant="unstyled"
          p={0}
          m={0}
        >
          <Text size="xs" c="dimmed" mb="xs">
            Years after the upload. A document whose kind nobody has said counts by its type. The owner and
            administrators are then reminded to keep it, or to record the client’s instructions or what was
            tried to reach them. Nothing is removed. Empty: no review. Deedbox reminds, it does not advise.
          </Text>
          {(Object.entries(kindGroups) as [KindGroup, string][]).map(([group, label]) => (
            <NumberInput
              key={group}
              id={`reviewYears.${group}`}
              label={label}
              mb="xs"
              suffix=" years"
              allowDecimal={false}
              allowNegative={false}
              min={1}
              max={limits.reviewYears}
              clampBehavior="none"
              classNames={{ wrapper: classes.short ?? '' }}
              value={form.values.reviewYears[group] ?? ''}
              error={form.errors[`reviewYears.${group}`]}
              onChange={(value) =>
                form.set('reviewYears', {
                  ...form.values.reviewYears,
                  [group]: value === '' ? null : Number(value),
                })
              }
            />
          ))}
        </Fieldset>
      </Setting>
      <NumberSetting
        form={form}
        name="recordsKeptYears"
        label="Keep names and texts of records for"
        description="After that the names, addresses and texts of an event are removed from the audit trail every night, and it says so. What happened, when and to which document stays, and so does every proof. Nothing that a legal hold covers is removed. What was removed does not come back when you raise it."
        unit="years"
        min={limits.recordsKeptYears.least}
        max={limits.recordsKeptYears.most}
      />
      <NumberSetting
        form={form}
        name="storageMegabytes"
        label="Storage for each person"
        description="How much each requestor, and each trustee who is not confirmed yet, may keep stored, with their deleted documents and unfinished uploads. Empty: no limit. Nothing that is stored is removed when you lower it."
        unit="MB"
        min={1}
        max={limits.storageMegabytes.most}
      />
    </Card>
  )
}
