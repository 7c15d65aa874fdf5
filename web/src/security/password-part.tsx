import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { NewPassword, refuseWeak, weakFields } from '../ui/new-password.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { SecurityPart } from './security-part.tsx'

/** The password: `exists` is false for somebody who signs in through a provider only. */
export function PasswordPart({ exists }: { exists: boolean }) {
  const [asked, setAsked] = useState(false)
  return (
    <SecurityPart
      title="Password"
      lead={exists ? 'You sign in with a password.' : 'You have no password.'}
      action={
        <Button variant="default" onClick={() => setAsked(true)}>
          {exists ? 'Change password' : 'Set a password'}
        </Button>
      }
    >
      {asked && <PasswordDialog exists={exists} onClose={() => setAsked(false)} />}
    </SecurityPart>
  )
}

function PasswordDialog({ exists, onClose }: { exists: boolean; onClose: () => void }) {
  const user = useUser()
  const form = useServerForm({
    initialValues: { password: '' },
    fieldOf: weakFields,
    async send(body) {
      await refuseWeak(body.password, user)
      await call('PUT /api/password', { body })
      toast.success(exists ? 'Your password is changed' : 'Your password is set')
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={exists ? 'Change your password' : 'Set a password'}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            You stay signed in here. All your other sessions end, and so do your personal access tokens.
          </Text>
          <FormFailure error={form.failure} />
          <NewPassword
            label="New password"
            password={form.values.password}
            owner={user}
            inputProps={{ 'data-autofocus': true, ...form.getInputProps('password') } as object}
          />
          <DialogButtons>
            <CancelButton onCancel={onClose} />
            <SubmitButton busy={form.busy}>{exists ? 'Change password' : 'Set password'}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
