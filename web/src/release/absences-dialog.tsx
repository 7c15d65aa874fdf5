import { Stack, Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay } from '../ui/typed-day.ts'
import { AbsenceFields, absenceRules, allAbsences } from './absence-fields.tsx'
import type { Nomination } from './queries.ts'

/** Says when the owner is away: some are added, others taken out, and all saved together. */
export function AbsencesDialog({ nomination, onClose }: { nomination: Nomination; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { absences: nomination.absences, awayFrom: noDay, awayUntil: noDay },
    days: absenceRules,
    async send({ absences, awayFrom, awayUntil }) {
      await call('PUT /api/nominations/:nominationId/absences', {
        params: { nominationId: nomination.id },
        body: {
          absences: allAbsences(absences, awayFrom, awayUntil),
          updatedAt: nomination.updatedAt,
        },
      })
      toast.success('Absences saved')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`When ${nomination.owner.name} is away`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            Days of an absence do not count towards the waiting period, so that nobody is too late to veto.
          </Text>
          <AbsenceFields
            absences={form.values.absences}
            onChange={(absences) => form.setFieldValue('absences', absences)}
            from={form.day('awayFrom')}
            until={form.day('awayUntil')}
          />
          <FormFailure title="Failed to save the absences" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Save</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
