import type { UserRow } from '@deedbox/contract/accounts.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { Button, Group, Stack } from '@mantine/core'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

/** The last day of a guest's access; cleared, it does not end. */
export function ExpiryDialog({ user, name, onClose }: { user: UserRow; name: string; onClose: () => void }) {
  const { timeZone } = useDeployment()
  const today = dayOf(new Date(useServerNow()), timeZone)
  const lastDay = user.accessExpiresAt
    ? dayOf(new Date(Date.parse(user.accessExpiresAt) - 1), timeZone)
    : null
  const form = useServerForm({
    initialValues: { expiresOn: lastDay as string | null },
    fieldOf: { 'expiry-past': 'expiresOn', 'expiry-far': 'expiresOn' },
    async send({ expiresOn }) {
      await call('POST /api/users/:userId/access-expiry', {
        params: { userId: user.id },
        body: { expiresOn },
      })
      toast.success(expiresOn ? `Access expiry of ${name} set` : `Access of ${name} no longer expires`)
      void queryClient.invalidateQueries({ queryKey: ['users'] })
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Access expiry of ${name}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} />
          <DayField
            label="Last day of access"
            description={`In ${timeZone}. Leave it empty for access that does not end by itself.`}
            minDate={today}
            {...form.getInputProps('expiresOn')}
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
