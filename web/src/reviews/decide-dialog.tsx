import { limits } from '@deedbox/contract/limits.ts'
import { type ReviewOutcome, reviewOutcomes, reviewWords } from '@deedbox/contract/review-terms.ts'
import { NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { type Answer, call } from '../lib/api.ts'
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

export type ReviewRow = Answer<'GET /api/reviews'>['reviews'][number]

/** Ends a review with its outcome and the day of the next one. */
export function DecideDialog({ review, onClose }: { review: ReviewRow; onClose: () => void }) {
  const form = useServerForm({
    initialValues: {
      outcome: 'keep' as ReviewOutcome,
      note: '',
      day: typedDay(null),
      nextOn: typedDay(null),
    },
    days: {
      day: ({ outcome }) =>
        outcome === 'keep' ? { kind: 'last' } : { kind: 'last', required: 'This field is required' },
      nextOn: { kind: 'future', required: 'This field is required' },
    },
    validate: {
      note: (note: string, { outcome }: { outcome: ReviewOutcome }) =>
        outcome === 'keep' ? null : required(note),
    },
    async send({ outcome, note, day, nextOn }) {
      await call('POST /api/reviews/:reviewId/decide', {
        params: { reviewId: review.id },
        body: { outcome, note, day: outcome === 'keep' ? null : day, nextOn: nextOn ?? '' },
      })
      toast.success('Review recorded')
      onClose()
      await refreshEverything()
    },
  })
  const words = reviewWords[form.values.outcome]
  return (
    <Dialog onClose={onClose} title={`Review ${review.documentTitle}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>Nothing is removed, whatever you record. Deedbox reminds, it does not advise.</Text>
          <NativeSelect
            label="Outcome"
            data={reviewOutcomes.map((value) => ({ value, label: reviewWords[value].label }))}
            data-autofocus
            {...form.getInputProps('outcome')}
          />
          {words.day && <DayField label={words.day} {...form.day('day')} />}
          <Textarea
            label={words.note}
            required={form.values.outcome !== 'keep'}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            {...form.getInputProps('note')}
          />
          <DayField label="Next review on" {...form.day('nextOn')} />
          <FormFailure title="Failed to record the review" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Record</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
