import { type State, states } from '@deedbox/contract/australia.ts'
import type { DateRule } from '@deedbox/contract/date-rules.ts'
import { type DocumentKind, documentKindLabels } from '@deedbox/contract/document-kinds.ts'
import { type DueKind, dueKindLabels } from '@deedbox/contract/due-date-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type MatterKind, matterKinds } from '@deedbox/contract/matter-terms.ts'
import { MultiSelect, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SourcedFields, sourcedDays, sourcedValues } from '../ui/sourced-fields.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { dayOfYearText, readDayOfYear } from './day-of-year.ts'

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const bases = { executed: 'After a document was executed', yearly: 'On a day of every year' }
const anywhere = { value: '', label: 'Anywhere' }

/** Writes down a rule, or changes one; dates that exist already stay as they are. */
export function RuleDialog({ rule, onClose }: { rule: DateRule | null; onClose: () => void }) {
  const form = useServerForm({
    initialValues: {
      kind: rule?.kind ?? ('other' as DueKind),
      title: rule?.title ?? '',
      basis: rule?.monthDay ? 'yearly' : 'executed',
      documentKinds: (rule?.documentKinds ?? []) as DocumentKind[],
      months: rule?.months ?? 0,
      days: rule?.days ?? 0,
      place: rule?.place ?? '',
      dayOfYear: dayOfYearText(rule?.monthDay ?? '06-30'),
      matterKinds: (rule?.matterKinds ?? []) as MatterKind[],
      ...sourcedValues(rule),
    },
    days: sourcedDays,
    validate: {
      title: required,
      dayOfYear: (text, { basis }) =>
        basis === 'yearly' && !readDayOfYear(text)
          ? 'Please enter a day that comes every year, such as 30 June'
          : null,
    },
    async send({ basis, place, dayOfYear, documentKinds, matterKinds, months, days, ...facts }) {
      const yearly = basis === 'yearly'
      const body = {
        ...facts,
        monthDay: yearly ? readDayOfYear(dayOfYear) : null,
        matterKinds: yearly ? matterKinds : [],
        documentKinds: yearly ? [] : documentKinds,
        months: yearly ? 0 : Number(months),
        days: yearly ? 0 : Number(days),
        place: yearly || place === '' ? null : (place as State),
      }
      if (rule)
        await call('PUT /api/date-rules/:ruleId', {
          params: { ruleId: rule.id },
          body: { ...body, updatedAt: rule.updatedAt },
        })
      else await call('POST /api/date-rules', { body })
      toast.success('Rule saved')
      onClose()
      await refreshEverything()
    },
  })
  const yearly = form.values.basis === 'yearly'
  return (
    <Dialog onClose={onClose} title={rule ? `Change the rule: ${rule.title}` : 'New rule for dates'}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            A rule proposes dates, which somebody confirms. Say where it stands and how certain that is: it is
            shown with each proposal.
          </Text>
          <NativeSelect
            label="Kind"
            data={choices(dueKindLabels)}
            data-autofocus
            {...form.getInputProps('kind')}
          />
          <TextInput
            label="What falls due"
            required
            maxLength={limits.text.title}
            {...form.getInputProps('title')}
          />
          <NativeSelect label="When" data={choices(bases)} {...form.getInputProps('basis')} />
          {yearly ? (
            <>
              <TextInput
                label="Day and month"
                description="Such as 30 June."
                maxLength={limits.text.title}
                {...form.getInputProps('dayOfYear')}
              />
              <MultiSelect
                label="For matters that are"
                data={choices(matterKinds)}
                {...form.getInputProps('matterKinds')}
              />
            </>
          ) : (
            <>
              <MultiSelect
                label="After the execution of"
                data={choices(documentKindLabels)}
                searchable
                {...form.getInputProps('documentKinds')}
              />
              <NumberInput label="Months after" min={0} max={1200} {...form.getInputProps('months')} />
              <NumberInput label="Days after" min={0} max={3650} {...form.getInputProps('days')} />
              <NativeSelect
                label="Executed in"
                data={[anywhere, ...choices(states)]}
                {...form.getInputProps('place')}
              />
            </>
          )}
          <SourcedFields form={form} />
          <FormFailure title="Failed to save the rule" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Save</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
