import { dayOf } from '@deedbox/contract/dates.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { UserRow } from '@deedbox/contract/people.ts'
import { Stack } from '@mantine/core'
import { call } from '../lib/api.ts'
import { useDeployment } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { refreshPeople } from './refresh.ts'

/** Dialog for the last day of a guest's access. */
export function ExpiryDialog({ user, name, onClose }: { user: UserRow; name: string; onClose: () => void }) {
  const { timeZone } = useDeployment()
  const lastDay = user.accessExpiresAt
    ? dayOf(new Date(Date.parse(user.accessExpiresAt) - 1), timeZone)
    : null
  const form = useServerForm({
    initialValues: { expiresOn: typedDay(lastDay) },
    days: { expiresOn: { kind: 'future', required: screen.dayRequired } },
    async send({ expiresOn }) {
      await call('POST /api/users/:userId/access-expiry', {
        params: { userId: user.id },
        // Day that is always there when the form is sent, as the field's rule requires it.
        body: { expiresOn: expiresOn ?? '' },
      })
      toast.success(`Access expiry of ${name} set`)
      void refreshPeople()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Access expiry of ${name}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} />
          <UntilWhen label="Last day of access" quick autoFocus {...form.day('expiresOn')} />
          <DialogButtons>
            <CancelButton onCancel={onClose} />
            <SubmitButton busy={form.busy}>Save</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
