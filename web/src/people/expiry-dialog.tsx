import { dayOf } from '@deedbox/contract/dates.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { UserRow } from '@deedbox/contract/people.ts'
import { Button, Group, Stack } from '@mantine/core'
import { call } from '../lib/api.ts'
import { holds, useDeployment, useUser } from '../lib/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { refreshPeople } from './refresh.ts'

/** The last day of a guest's access; an administrator may leave it open. */
export function ExpiryDialog({ user, name, onClose }: { user: UserRow; name: string; onClose: () => void }) {
  const { timeZone } = useDeployment()
  const mayClear = holds(useUser(), 'canManageSystem')
  const lastDay = user.accessExpiresAt
    ? dayOf(new Date(Date.parse(user.accessExpiresAt) - 1), timeZone)
    : null
  const form = useServerForm({
    initialValues: { expiresOn: typedDay(lastDay) },
    days: { expiresOn: { kind: 'future', ...(mayClear ? {} : { required: screen.dayRequired }) } },
    async send({ expiresOn }) {
      await call('POST /api/users/:userId/access-expiry', {
        params: { userId: user.id },
        body: { expiresOn },
      })
      toast.success(expiresOn ? `Access expiry of ${name} set` : `The access of ${name} has no end now`)
      void refreshPeople()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Access expiry of ${name}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} />
          <UntilWhen
            label="Last day of access"
            whenEmpty="Without a date, the access of this guest does not end by itself."
            quick
            autoFocus
            {...form.day('expiresOn')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton busy={form.busy}>Save</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
