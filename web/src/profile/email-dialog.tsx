import { limits } from '@deedbox/contract/limits.ts'
import { fill, success } from '@deedbox/contract/messages.ts'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { queryClient, refreshEverythingLater } from '../lib/query.ts'
import { becomeUser, useUser } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { CodeInput } from './code-input.tsx'
import { passwordProblems, passwordRule } from './password-rule.ts'
import { profileQuery } from './queries.ts'

const failed = 'Failed to change the email'
const codeRule = (code: string) => (code.length === limits.code.digits ? null : 'Please enter the six digits')

/** Changes the email: the password first, then a code from each of the two addresses. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const [to, setTo] = useState<string | null>(null)
  return (
    <Dialog onClose={onClose} title="Change your email">
      {to === null ? (
        <AskForCodes onSent={setTo} onClose={onClose} />
      ) : (
        <EnterCodes to={to} onBack={() => setTo(null)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function AskForCodes({ onSent, onClose }: { onSent: (to: string) => void; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { email: '', password: '' },
    validate: { email: emailRule, password: passwordRule },
    fieldOf: { 'user-exists': 'email', 'email-same': 'email', ...passwordProblems },
    async send(body) {
      await call('POST /api/profile/email', { body })
      onSent(body.email.trim().toLowerCase())
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} title={failed} />
        <Text>
          We will send a code to your current email and another one to the new email. Your documents, your
          access and your requests move with you.
        </Text>
        <TextInput
          label="New email"
          type="email"
          autoComplete="email"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <DialogButtons>
          <CancelButton onCancel={onClose} />
          <SubmitButton busy={form.busy}>Send the codes</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function EnterCodes({ to, onBack, onClose }: { to: string; onBack: () => void; onClose: () => void }) {
  const user = useUser()
  const form = useServerForm({
    initialValues: { currentCode: '', newCode: '' },
    validate: { currentCode: codeRule, newCode: codeRule },
    async send(codes) {
      const answer = await call('POST /api/profile/email/confirm', { body: { email: to, ...codes } })
      await becomeUser(answer.user)
      void refreshEverythingLater()
      void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
      toast.success(fill(success.emailChanged, { email: to }))
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} title={failed} />
        <Text>The codes are valid for 10 minutes. You will be signed out on your other devices.</Text>
        <CodeInput
          label={`Code sent to ${user.email}`}
          autoFocus
          inputProps={form.getInputProps('currentCode')}
        />
        <CodeInput label={`Code sent to ${to}`} inputProps={form.getInputProps('newCode')} />
        <DialogButtons>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <SubmitButton busy={form.busy}>Change email</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}
