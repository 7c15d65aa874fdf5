import type { Here } from '@deedbox/contract/accounts.ts'
import type { PasskeyAnswer } from '@deedbox/contract/passkeys.ts'
import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { call } from '../lib/api.ts'
import { arrive, leaveLostPage, useDeployment, useSession, useUser } from '../lib/session.ts'
import { useCaptcha } from '../ui/captcha.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStepForm } from './second-step-form.tsx'

const sayBack = () => toast.success('You are signed in again. Nothing that you typed is lost.')
// Props that keep Escape from the dialog below, which would close and lose what was typed.
const keepsEscape = { 'data-mantine-stop-propagation': 'true' }

async function goOn(here: Here) {
  await arrive(here)
  if (here.user) sayBack()
}

const byPasskey = async (response: PasskeyAnswer) =>
  goOn(await call('POST /api/session/passkey', { body: { response } }))

/**
 * Covers the page of a person whose session has ended with something on it still unstored. After signing in they continue there; the page is gone if
 * they leave it or somebody else signs in.
 */
export default function SignInAgain() {
  const { email } = useUser()
  const pending = useSession().session?.pending
  const { provider } = useDeployment()
  const captcha = useCaptcha()
  const form = useServerForm({
    fleeting: true,
    initialValues: { password: '' },
    validate: { password: required },
    async send({ password }) {
      await goOn(await call('POST /api/session', { body: { email, password, ...captcha.proof() } }))
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
          {pending?.lacks === 'factor' ? (
            <Stack>
              <Text>Please confirm that it is you. Nothing that you typed is lost.</Text>
              <SecondStepForm onPassed={sayBack} fieldProps={keepsEscape} />
              <Button variant="default" {...keepsEscape} onClick={leaveLostPage}>
                Leave this page
              </Button>
            </Stack>
          ) : pending?.lacks === 'enrolment' ? (
            <Stack>
              <Text>
                Your role needs a second factor. Please set it up in another tab, then go on here: nothing
                that you typed is lost.
              </Text>
              <Anchor href="/login" target="_blank" {...keepsEscape}>
                Set up a second factor in another tab
              </Anchor>
              <Button variant="default" {...keepsEscape} onClick={leaveLostPage}>
                Leave this page
              </Button>
            </Stack>
          ) : (
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
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
