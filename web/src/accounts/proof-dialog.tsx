import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { ProofWay } from '@deedbox/contract/proof.ts'
import { errors } from '@deedbox/contract/refusals/kernel.ts'
import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { call } from '../lib/api.ts'
import { endProof } from '../lib/proof.ts'
import { useSession } from '../lib/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { required } from '../ui/rules.ts'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'

// Props that keep Escape from the dialog below, which would close and lose what was typed.
const keepsEscape = { 'data-mantine-stop-propagation': 'true' }
const cancel = () => endProof(false)
const cancelOnEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') cancel()
}

const names: Record<ProofWay, string> = {
  password: 'Use the password',
  code: 'Use a code',
  phone: 'Use a code by text message',
  passkey: 'Use a passkey',
  email: 'Use a code by email',
}

/** Asks somebody who is about to do something dangerous to prove again who they are; their request then continues. */
export default function ProofDialog() {
  const { data, error, refetch } = useQuery({
    queryKey: ['proof'],
    queryFn: ({ signal }) => call('GET /api/session/proof', { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const [chosen, choose] = useState<ProofWay | null>(null)
  const way = chosen ?? data?.ways[0]
  return (
    <Dialog
      onClose={cancel}
      title="Confirm that it is you"
      zIndex={900}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack onKeyDown={cancelOnEscape}>
        <Text>This is an important change, and it is a while since you signed in.</Text>
        {error && !data && <ErrorState title={errors.unexpected.message} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height={96} />}
        {way === 'password' && <WithPassword />}
        {way === 'code' && <WithCode />}
        {way === 'phone' && <WithPhone />}
        {way === 'passkey' && <WithPasskey />}
        {way === 'email' && <WithEmail />}
        {data && data.ways.length > 1 && (
          <Group gap="xs">
            {data.ways
              .filter((other) => other !== way)
              .map((other) => (
                <Button
                  key={other}
                  variant="subtle"
                  size="compact-sm"
                  {...keepsEscape}
                  onClick={() => choose(other)}
                >
                  {names[other]}
                </Button>
              ))}
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}

/** Returns the person's email, even if they have to set up a second factor first. */
function useEmail(): string {
  const { session, user } = useSession()
  return user?.email ?? session?.pending?.email ?? ''
}

function WithPassword() {
  const email = useEmail()
  const form = useServerForm({
    fleeting: true,
    initialValues: { password: '' },
    validate: { password: required },
    fieldOf: { 'password-wrong': 'password', 'password-missing': 'password' },
    async send({ password }) {
      await call('POST /api/session/proof', { body: { password } })
      endProof(true)
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} />
        {/* Field for password managers, which need to know whose password it is. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          autoFocus
          {...keepsEscape}
          {...form.getInputProps('password')}
        />
        <Buttons busy={form.busy} />
      </Stack>
    </form>
  )
}

/** A code of an authenticator app, or a backup code. */
function WithCode() {
  const form = useServerForm({
    fleeting: true,
    initialValues: { code: '' },
    validate: { code: required },
    fieldOf: { 'factor-wrong': 'code' },
    async send(body) {
      await call('POST /api/session/proof', { body })
      endProof(true)
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} />
        <TextInput
          label="Code"
          description="The six digits that your authenticator app shows, or a backup code."
          autoComplete="one-time-code"
          autoFocus
          {...keepsEscape}
          {...form.getInputProps('code')}
        />
        <Buttons busy={form.busy} />
      </Stack>
    </form>
  )
}

function WithPasskey() {
  return (
    <>
      <PasskeyButton
        needed
        fullWidth
        variant="filled"
        data-autofocus
        {...keepsEscape}
        take={async (passkey) => {
          await call('POST /api/session/proof', { body: { passkey } })
          endProof(true)
        }}
      >
        Use a passkey
      </PasskeyButton>
      <DialogButtons>
        <Button variant="default" {...keepsEscape} onClick={cancel}>
          Cancel
        </Button>
      </DialogButtons>
    </>
  )
}

function WithEmail() {
  const email = useEmail()
  return (
    <WithSentCode
      to={email}
      label="Code from the email"
      ask={() => call('POST /api/session/proof/code')}
      prove={(emailCode) => call('POST /api/session/proof', { body: { emailCode } })}
    />
  )
}

function WithPhone() {
  return (
    <Stack>
      <Text size="sm">{screen.smsRisk}</Text>
      <WithSentCode
        to="your phone"
        label="Code from the text message"
        ask={() => call('POST /api/session/factor/phone')}
        prove={(code) => call('POST /api/session/proof', { body: { code } })}
      />
    </Stack>
  )
}

function WithSentCode(props: {
  to: string
  label: string
  ask: () => Promise<unknown>
  prove: (code: string) => Promise<unknown>
}) {
  const [sent, setSent] = useState(false)
  const form = useServerForm({
    fleeting: true,
    initialValues: { typed: '' },
    validate: {
      typed: (code) => (!sent || code.length === limits.code.digits ? null : 'Please enter the six digits'),
    },
    fieldOf: {
      'verification-failed': 'typed',
      'factor-wrong': 'typed',
      'code-expired': 'typed',
      'code-dead': 'typed',
    },
    async send({ typed }) {
      if (!sent) {
        await props.ask()
        setSent(true)
        return
      }
      await props.prove(typed)
      endProof(true)
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} />
        <Text>
          {sent
            ? `We sent a code to ${props.to}. It is valid for 10 minutes.`
            : `We send a code to ${props.to}.`}
        </Text>
        {sent && (
          <CodeInput label={props.label} autoFocus {...keepsEscape} {...form.getInputProps('typed')} />
        )}
        <Buttons busy={form.busy} {...(!sent && { submit: 'Send the code' })} />
      </Stack>
    </form>
  )
}

function CodeInput({
  onChange,
  ...rest
}: {
  label: string
  autoFocus: boolean
  onChange?: (code: string) => void
}) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      {...rest}
      onChange={(event) =>
        onChange?.(event.currentTarget.value.replace(/\D/g, '').slice(0, limits.code.digits))
      }
    />
  )
}

function Buttons(props: { busy: boolean; submit?: ReactNode }) {
  return (
    <DialogButtons>
      <Button variant="default" {...keepsEscape} onClick={cancel}>
        Cancel
      </Button>
      <SubmitButton busy={props.busy} {...keepsEscape}>
        {props.submit ?? 'Confirm'}
      </SubmitButton>
    </DialogButtons>
  )
}
