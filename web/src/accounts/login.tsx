import { limits } from '@deedbox/contract/limits.ts'
import { fill, screen, success } from '@deedbox/contract/messages.ts'
import { Alert, Anchor, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { ApiError, call } from '../lib/api.ts'
import { arrive, useSession } from '../lib/session.ts'
import { useCaptcha } from '../ui/captcha.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { emailRule, required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { clearFailures, lockedMinutes, lockedText, recordFailure } from './attempts.ts'
import { AuthCard, FormStack } from './auth-card.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { ProviderSignIn } from './provider-sign-in.tsx'
import { ContinueWith, useProviderWay } from './provider-way.tsx'
import { useReturnTo } from './return-to.ts'

// Form loaded on demand, as few people need it and most people load /login first.
const SecondStep = lazy(() => import('./second-step.tsx'))

type RouterState = { email?: string; message?: string } | null

/** Page /login (specification, section 2): goes on to `returnTo` or `redirect`; router state may bring an email and a message. */
export function Login() {
  const { user, session } = useSession()
  const { target, carry } = useReturnTo()
  const email = useRouterState()
  const provider = useProviderWay()
  const [locked, setLocked] = useState(() => lockedMinutes(localStorage, email, Date.now()))

  const captcha = useCaptcha()
  const form = useServerForm({
    initialValues: { email, password: '' },
    validate: { email: emailRule, password: required },
    async send({ email, password }) {
      setLocked(0)
      try {
        const here = await call('POST /api/session', { body: { email, password, ...captcha.proof() } })
        clearFailures(localStorage, email, Date.now())
        await arrive(here)
        if (here.user) toast.success(success.login)
      } catch (error) {
        noticeFailure(email, error)
        throw error
      }
    },
  })

  function noticeFailure(email: string, error: unknown) {
    if (!(error instanceof ApiError)) return
    if (error.code === 'login-invalid') recordFailure(localStorage, email, Date.now())
    if (error.code === 'provider-required') void provider.ask(email, true)
    if (error.code === 'login-locked' || error.code === 'too-many-requests')
      recordFailure(localStorage, email, Date.now(), limits.lockout.failures)
    const minutes = error.retryAfterMinutes ?? lockedMinutes(localStorage, email, Date.now())
    if (minutes > 0) toast.error(lockedText(minutes), screen.lockedTitle)
    setLocked(minutes)
  }

  const emailProps = form.getInputProps('email')
  const typed = form.values.email.trim()
  if (user) return <Navigate to={target} replace />
  if (session?.pending?.lacks === 'factor')
    return (
      <Suspense fallback={<PageLoading />}>
        <SecondStep email={session.pending.email} />
      </Suspense>
    )
  return (
    <AuthCard
      title="Sign in"
      lead="See your documents and the people you share them with."
      footer={
        <>
          New to Deedbox?{' '}
          <Anchor component={Link} to={carry('/signup')} inherit>
            Create an account
          </Anchor>
        </>
      }
    >
      <FormStack onSubmit={form.submit}>
        {locked > 0 ? (
          <Alert color="wax" role="alert" icon={<IconLock />} title={screen.lockedTitle}>
            {lockedText(locked)}
          </Alert>
        ) : (
          <FormFailure error={form.failure}>{failureText(form.failure)}</FormFailure>
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username webauthn"
          inputMode="email"
          autoFocus={email === ''}
          {...emailProps}
          onChange={(event) => {
            provider.forget()
            emailProps.onChange(event)
          }}
          onBlur={(event) => {
            emailProps.onBlur?.(event)
            void provider.ask(typed)
          }}
        />
        {provider.only ? (
          <>
            <ContinueWith way={provider.only} email={typed} target={target} />
            <Anchor component="button" type="button" size="sm" ta="center" onClick={provider.usePassword}>
              I am an administrator: use my password
            </Anchor>
          </>
        ) : (
          <>
            <PasswordField
              label="Password"
              autoComplete="current-password"
              autoFocus={email !== ''}
              {...form.getInputProps('password')}
            />
            {captcha.widget}
            <SubmitButton busy={form.busy} fullWidth>
              Sign In
            </SubmitButton>
            <PasskeySignIn />
            <Anchor component={Link} to={carry('/forgot-password')} size="sm" ta="center">
              Forgot your password?
            </Anchor>
            {provider.way && <ContinueWith way={provider.way} email={typed} target={target} />}
          </>
        )}
        <ProviderSignIn />
      </FormStack>
    </AuthCard>
  )
}

/** Returns the email from the previous page, and shows that page's message once as a toast. */
function useRouterState(): string {
  const location = useLocation()
  const navigate = useNavigate()
  const state = location.state as RouterState
  const shown = useRef(false)
  useEffect(() => {
    if (!state?.message || shown.current) return
    shown.current = true
    toast.success(state.message)
    void navigate(location.search || '.', { replace: true, state: { email: state.email } })
  }, [state, location.search, navigate])
  return state?.email ?? ''
}

function failureText(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.code === 'unexpected') return screen.loginUnexpected
  return error.code === 'login-invalid' ? error.message : fill(screen.loginFailed, { message: error.message })
}
