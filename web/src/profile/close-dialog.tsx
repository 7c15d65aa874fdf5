import { success } from '@deedbox/contract/messages.ts'
import { Stack, Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { leaveWith } from '../lib/parting.ts'
import { queryClient } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { passwordProblems, passwordRule } from './password-rule.ts'

/** Asks for the password and closes the account. */
export function CloseDialog({ onClose }: { onClose: () => void }) {
  const { name } = useUser()
  const form = useServerForm({
    initialValues: { password: '' },
    validate: { password: passwordRule },
    fieldOf: passwordProblems,
    async send(body) {
      await queryClient.cancelQueries()
      await call('POST /api/profile/close', { body })
      leaveWith(success.accountClosed, '/', { instead: true })
    },
  })
  return (
    <Dialog onClose={onClose} title={`Close the account of ${name}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title="Failed to close the account" />
          <Text>You are signed out at once, and this cannot be taken back.</Text>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <DialogButtons>
            <CancelButton onCancel={onClose} />
            <SubmitButton busy={form.busy} color="wax">
              Close my account
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
