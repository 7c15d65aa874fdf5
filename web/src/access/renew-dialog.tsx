import { addMonths } from '@deedbox/contract/dates.ts'
import type { Grant } from '@deedbox/contract/grants.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Stack } from '@mantine/core'
import { call } from '../lib/api.ts'
import { whenText } from '../lib/format.ts'
import { endOf } from '../lib/grant-end.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { When } from '../ui/when.tsx'

type Props = {
  grant: Grant
  documentTitle: string
  onClose: () => void
}

/** Gives a grant a new end: a year from now, or a chosen day. */
export function RenewDialog({ grant, documentTitle, onClose }: Props) {
  const now = useServerNow()
  const { timeZone } = useDeployment()
  const inOneYear = addMonths(useToday(), 12)
  const form = useServerForm({
    initialValues: { expiresOn: noDay },
    days: { expiresOn: { kind: 'future' } },
    send: async ({ expiresOn }) => {
      await call('POST /api/access/:grantId/renew', { params: { grantId: grant.id }, body: { expiresOn } })
      toast.success(expiresOn ? success.renewed : success.renewedYear)
      onClose()
      void refreshEverything()
    },
  })
  const end = endOf(grant)
  return (
    <Dialog onClose={onClose} title={`Renew ${grant.userName}'s access to ${documentTitle}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          {end && (
            <p style={{ margin: 0 }}>
              {Date.parse(end) > now ? 'It ends' : 'It ended'} <When at={end} />.
            </p>
          )}
          <UntilWhen
            label="New end of access (optional)"
            whenEmpty={`Without a date, one year from today: ${whenText(inOneYear, now, timeZone)}.`}
            quick
            autoFocus
            {...form.day('expiresOn')}
          />
          <FormFailure title={screen.renewFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Renew access</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
