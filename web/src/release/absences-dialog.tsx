import { CloseButton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import type { Nomination } from './queries.ts'
import classes from './release.module.css'

/** Says when the owner is away: one more time is added, or one taken out, each saved at once. */
export function AbsencesDialog({ nomination, onClose }: { nomination: Nomination; onClose: () => void }) {
  const { timeZone } = useDeployment()
  const [absences, setAbsences] = useState(nomination.absences)
  const form = useServerForm({
    initialValues: { from: typedDay(null), until: typedDay(null) },
    days: {
      from: ({ until }) => ({
        kind: 'nearest',
        ...(until.typed && { required: 'Please enter the first day' }),
      }),
      until: ({ from }) => ({
        kind: 'nearest',
        ...(from.typed && { required: 'Please enter the last day' }),
      }),
    },
    async send({ from, until }) {
      const all = from && until ? [...absences, { from, until }] : absences
      await call('PUT /api/nominations/:nominationId/absences', {
        params: { nominationId: nomination.id },
        body: { absences: all, updatedAt: nomination.updatedAt },
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
          {absences.length > 0 && (
            <ul className={classes.people}>
              {absences.map((one) => (
                <li key={`${one.from} ${one.until}`}>
                  {dateText(one.from, timeZone)} to {dateText(one.until, timeZone)}
                  <CloseButton
                    display="inline-flex"
                    aria-label={`Take out ${dateText(one.from, timeZone)}`}
                    onClick={() => setAbsences(absences.filter((other) => other !== one))}
                  />
                </li>
              ))}
            </ul>
          )}
          <DayField label="Away from" {...form.day('from')} />
          <DayField label="Away until" {...form.day('until')} />
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
