import type { PasskeyAnswer } from '@deedbox/contract/passkeys.ts'
import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { call } from '../lib/api.ts'
import { becomeUser, leaveLostPage, useDeployment, useUser } from '../lib/session.ts'
import { useCaptcha } from '../ui/captcha.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const signedIn = 'You are signed in again. Nothing that you typed is lost.'
// Escape must not reach the dialog below, which would close with what was typed.
const keepsEscape = { 'data-mantine-stop-propagation': 'true' }

async function byPasskey(response: PasskeyAnswer) {
  const { user } = await call('POST /api/session/passkey', { body: { response } })
  await becomeUser(user)
  toast.success(signedIn)
}

/**
 * Covers the page of a person whose session has ended while something on it was not stored yet. After signing in they go
 * on where they were; a page that they leave, or that somebody else signs in on, is gone.
 */
export default function SignInAgain() {
  const { email } = useUser()
  const { provider } = useDeployment()
  const captcha = useCaptcha()
  const form = useServerForm({
    initialValues: { password: '' },
    validate: { password: required },
    async send({ password }) {
      const { user } = await call('POST /api/session', { body: { email, password, ...captcha.proof() } })
      await becomeUser(user)
      toast.success(signedIn)
    },
  })
  return (
    <Modal.Root
      opened
      centered
      zIndex={1_000}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={() => undefined}
    >
      <Modal.Overlay backgroundOpacity={1} color="var(--mantine-color-body)" />
      <Modal.Content>
        <Modal.Header role="none">
          <Modal.Title>Please sign in again</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <form noValidate onSubmit={form.submit}>
            <Stack>
              <Text>Your session has ended. Nothing that you typed is lost.</Text>
              <FormFailure error={form.failure} />
              <TextInput
                label="Email"
                type="email"
                autoComplete="username"
                readOnly
                value={email}
                {...keepsEscape}
              />
              <PasswordField
                label="Password"
                autoComplete="current-password"
                data-autofocus
                {...keepsEscape}
                {...form.getInputProps('password')}
              />
              <PasskeyButton {...keepsEscape} take={byPasskey}>
                Sign in with a passkey
              </PasskeyButton>
              {provider && (
                <Anchor href="/login" target="_blank" size="sm" {...keepsEscape}>
                  Sign in with {provider} in another tab
                </Anchor>
              )}
              {captcha.widget}
              <Group justify="flex-end">
                <Button variant="default" {...keepsEscape} onClick={leaveLostPage}>
                  Leave this page
                </Button>
                <SubmitButton busy={form.busy} {...keepsEscape}>
                  Sign In
                </SubmitButton>
              </Group>
            </Stack>
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
