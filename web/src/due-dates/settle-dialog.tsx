import { addDays } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import type { DueDate } from './queries.ts'

const acts = {
  done: { title: 'Done', label: 'Note (optional)', button: 'Record as done', told: 'Recorded as done' },
  postpone: { title: 'Postpone', label: 'Reason', button: 'Postpone', told: 'Date postponed' },
  'not-needed': {
    title: 'Not needed',
    label: 'Reason',
    button: 'Record as not needed',
    told: 'Recorded as not needed',
  },
} as const
export type Settling = keyof typeof acts

/** Says that a date is done, postponed or not needed. */
export function SettleDialog({ due, act, onClose }: { due: DueDate; act: Settling; onClose: () => void }) {
  const { title, label, button, told } = acts[act]
  const form = useServerForm({
    initialValues: { reason: '', dueOn: typedDay(null) },
    days: {
      dueOn: () =>
        act !== 'postpone'
          ? null
          : {
              kind: 'nearest',
              required: 'Please enter the new day',
              ...(due.dueOn && {
                from: {
                  day: addDays(due.dueOn, 1),
                  message: 'The new day must be later than the one before.',
                },
              }),
            },
    },
    validate: { reason: (reason) => (act === 'done' ? null : required(reason)) },
    async send({ reason, dueOn }) {
      const params = { dueDateId: due.id }
      if (act === 'done')
        await call('POST /api/due-dates/:dueDateId/done', { params, body: { note: reason } })
      else if (act === 'postpone')
        await call('POST /api/due-dates/:dueDateId/postpone', {
          params,
          body: { reason, dueOn: dueOn ?? '' },
        })
      else await call('POST /api/due-dates/:dueDateId/not-needed', { params, body: { reason } })
      toast.success(told)
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`${title}: ${due.title}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          {due.repeats !== 'never' && act !== 'postpone' && (
            <Text>
              {act === 'done'
                ? 'It repeats: the next one is written down at once.'
                : 'It repeats: the later ones are not needed either.'}
            </Text>
          )}
          {act === 'postpone' && <DayField label="New day" {...form.day('dueOn')} />}
          <Textarea
            label={label}
            required={act !== 'done'}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            {...(act !== 'postpone' && { 'data-autofocus': true })}
            {...form.getInputProps('reason')}
          />
          <FormFailure title="Failed to record it" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{button}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
