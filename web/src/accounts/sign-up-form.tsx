import { screen, success } from '@deedbox/contract/messages.ts'
import type { signupRoles } from '@deedbox/contract/permissions.ts'
import { Anchor, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Answer, ApiError, call } from '../lib/api.ts'
import { useDeployment } from '../lib/session.ts'
import { useCaptcha } from '../ui/captcha.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { NewPassword, refuseWeak, weakFields } from '../ui/new-password.tsx'
import { emailRule, required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { retryText } from './attempts.ts'
import { FormStack } from './auth-card.tsx'
import { keepPending, readPending } from './pending-signup.ts'

type SignupRole = (typeof signupRoles)[number]

const choices: { value: SignupRole; label: string; description: string }[] = [
  {
    value: 'trustee',
    label: 'Trustee',
    description: 'You own or administer deeds and wills, and share them.',
  },
  {
    value: 'requestor',
    label: 'Requestor',
    description: 'You act for clients: a lawyer, accountant, adviser or notary who asks for documents.',
  },
]

/** Requests the code and keeps the details as the pending sign-up, the password in memory only. */
export function SignUpForm(props: {
  invited: Answer<'GET /api/invitations/:invitationId'> | null
  role: SignupRole | null
  fixedRole: boolean
  returnTo: string
  carry: (path: string) => string
}) {
  const navigate = useNavigate()
  const { invited } = props
  const { signUpRoles } = useDeployment()
  const offered = props.role && (props.fixedRole || signUpRoles.includes(props.role)) ? props.role : null
  // Details that were typed, for somebody who comes back from the code page, for example to correct the email.
  const [kept] = useState(() => (invited ? null : readPending()))
  const captcha = useCaptcha()
  const form = useServerForm({
    initialValues: {
      firstName: invited?.firstName ?? kept?.firstName ?? '',
      lastName: invited?.lastName ?? kept?.lastName ?? '',
      email: invited?.email ?? kept?.email ?? '',
      password: '',
      role: (offered ?? kept?.role ?? 'guest') as SignupRole | 'guest',
    },
    validate: { firstName: required, lastName: required, email: emailRule, password: required },
    fieldOf: weakFields,
    async send({ password, ...details }) {
      await refuseWeak(password, details)
      try {
        const { expiresAt } = await call('POST /api/functions/auth-send-verification', {
          body: { ...details, ...captcha.proof() },
        })
        keepPending({ ...details, email: details.email.trim(), expiresAt }, password)
      } catch (error) {
        if (error instanceof ApiError && error.status === 429)
          toast.error(retryText(error), screen.lockedTitle)
        throw error
      }
      toast.success(success.codeSent)
      const query = new URLSearchParams({ email: details.email.trim(), returnTo: props.returnTo })
      await navigate(`/verify-otp?${query}`)
    },
  })

  return (
    <FormStack onSubmit={form.submit}>
      <Failure error={form.failure} carry={props.carry} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        readOnly={invited !== null}
        {...(invited ? { description: 'The invitation is for this address.' } : {})}
        {...form.getInputProps('email')}
      />
      <NewPassword
        password={form.values.password}
        owner={form.values}
        inputProps={form.getInputProps('password')}
      />
      {!props.fixedRole && (
        <Radio.Group
          label="I am a…"
          description="Leave this empty if you only want to see what is shared with you."
          {...form.getInputProps('role')}
        >
          <Stack gap="xs" mt="xs">
            {choices
              .filter(({ value }) => signUpRoles.includes(value))
              .map((choice) => (
                <Radio key={choice.value} {...choice} />
              ))}
          </Stack>
        </Radio.Group>
      )}
      {captcha.widget}
      <SubmitButton busy={form.busy} fullWidth>
        Create account
      </SubmitButton>
    </FormStack>
  )
}

function Failure({ error, carry }: { error: Error | null; carry: (path: string) => string }) {
  if (!(error instanceof ApiError)) return <FormFailure error={error} />
  if (error.status === 429)
    return (
      <FormFailure error={error} title={screen.lockedTitle}>
        {retryText(error)}
      </FormFailure>
    )
  if (error.code !== 'account-exists') return <FormFailure error={error} />
  return (
    <FormFailure error={error} title={screen.accountExistsTitle}>
      {error.message}{' '}
      <Anchor component={Link} to={carry('/login')} inherit c="inherit">
        Sign in
      </Anchor>{' '}
      or{' '}
      <Anchor component={Link} to={carry('/forgot-password')} inherit c="inherit">
        Forgot password
      </Anchor>
      .
    </FormFailure>
  )
}
