import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/identity.ts'
import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconAlertCircle, IconClock, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useDeployment, useSession } from '../lib/session.ts'
import { CodeField } from '../ui/code-field.tsx'
import { NewPassword } from '../ui/new-password.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { AuthCard, FormStack } from './auth-card.tsx'
import { useCountdown } from './countdown.ts'
import { type PendingSignup, pendingPassword, readPending } from './pending-signup.ts'
import { useReturnTo } from './return-to.ts'
import { useVerification } from './use-verification.ts'
import classes from './verify-code.module.css'

/** Page /verify-otp (specification, sections 2 and 4): the email comes from the query or from the pending sign-up. */
export function VerifyCode() {
  const [query] = useSearchParams()
  const { user } = useSession()
  const { target } = useReturnTo()
  const [pending] = useState(readPending)
  const email = query.get('email') ?? pending?.email
  if (user) return <Navigate to={target} replace />
  if (!email) return <Navigate to="/signup" replace />
  return <CodeEntry email={email} />
}

function CodeEntry({ email }: { email: string }) {
  // Pending sign-up, if it is for this address: the query may name another.
  const [pending] = useState(() => {
    const kept = readPending()
    return kept && kept.email.toLowerCase() === email.trim().toLowerCase() ? kept : null
  })
  return pending ? <PendingCode email={email} pending={pending} /> : <NothingPending />
}

/** Message that is the same for every email, so that it does not reveal an account or a sign-up in another browser. */
function NothingPending() {
  const { carry } = useReturnTo()
  return (
    <AuthCard key="nothing" title="Verify your email" footer={<BackToLogin />}>
      <Text mb="lg" role="alert">
        {errors['no-pending-signup'].message}
      </Text>
      <Button component={Link} to={carry('/signup')} fullWidth>
        Sign up
      </Button>
    </AuthCard>
  )
}

function BackToLogin() {
  const { carry } = useReturnTo()
  return (
    <Anchor component={Link} to={carry('/login')} inherit>
      Back to login
    </Anchor>
  )
}

/** Returns the message for a dead code, which asks people to request another one only when they can. */
const deadText = (mayAsk: boolean) => (mayAsk ? errors['code-dead'].message : screen.codeDead)

/** Counts down to the time when the server sends another code, and says what helps until then. */
function Wait({ text }: { text: string }) {
  const { carry } = useReturnTo()
  const { supportEmail } = useDeployment()
  return (
    <Alert color="amber" icon={<IconClock />}>
      {screen.codeWait}{' '}
      <strong role="timer" aria-label="Time until a new code can be sent">
        {text}
      </strong>
      . If you have an account already,{' '}
      <Anchor component={Link} to={carry('/login')} inherit>
        sign in
      </Anchor>
      .
      {supportEmail && (
        <>
          {' '}
          Help: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </>
      )}
    </Alert>
  )
}

function PendingCode({ email, pending }: { email: string; pending: PendingSignup }) {
  const { carry } = useReturnTo()
  // State: the password must be typed, as it was lost in a reload or rejected.
  const askPassword = pendingPassword() === null
  const verification = useVerification({ email, pending, carry })
  const countdown = useCountdown(verification.expiresAt)
  const wait = useCountdown(verification.waitUntil)
  const over = countdown.expired || verification.dead

  useEffect(() => {
    if (countdown.expired) toast.error(errors['code-expired'].message, screen.codeExpiredTitle)
  }, [countdown.expired])

  if (verification.registered)
    return (
      <AuthCard key="registered" title="Verify your email">
        <Alert color="amber" role="alert" icon={<IconInfoCircle />} title={screen.accountExistsTitle}>
          {screen.emailRegistered}
        </Alert>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Verify your email"
      lead={
        <>
          We sent a {limits.code.digits}-digit code to <strong>{email}</strong>.
        </>
      }
      footer={<BackToLogin />}
    >
      <FormStack
        onSubmit={(event) => {
          event.preventDefault()
          void verification.verify()
        }}
      >
        {askPassword && (
          <>
            <Text size="sm">
              We never keep your password in the browser, so please enter it again before the code.
            </Text>
            <NewPassword
              password={verification.password}
              owner={pending}
              inputProps={{
                value: verification.password,
                onChange: (event) => verification.setPassword(event.currentTarget.value),
                error: verification.passwordError,
              }}
            />
          </>
        )}
        <CodeField
          label="Verification code"
          ref={verification.codeInput}
          value={verification.code}
          onChange={verification.setCode}
          disabled={over || verification.busy}
          autoFocus={!askPassword}
          error={verification.codeError}
        />
        <div className={classes.timer} data-short={countdown.short || over}>
          <IconClock size={16} aria-hidden="true" />
          <span role="timer" aria-label="Time left for this code">
            {countdown.text}
          </span>
        </div>
        {countdown.short && !verification.dead && (
          <Alert color="amber" role="alert" icon={<IconAlertCircle />}>
            {screen.codeExpiring}
          </Alert>
        )}
        {over && (
          <Alert color="wax" role="alert" icon={<IconAlertCircle />}>
            {verification.dead ? deadText(wait.expired) : screen.codeExpiredInline}
          </Alert>
        )}
        {!wait.expired && <Wait text={wait.text} />}
        {verification.captcha}
        {over ? (
          <Button
            fullWidth
            disabled={!wait.expired}
            loading={verification.resending}
            onClick={() => verification.resend()}
          >
            Send new code
          </Button>
        ) : (
          <>
            <SubmitButton
              busy={verification.busy}
              disabled={verification.code.length < limits.code.digits}
              fullWidth
            >
              Verify
            </SubmitButton>
            <Button
              variant="subtle"
              disabled={!wait.expired}
              loading={verification.resending}
              onClick={() => verification.resend()}
            >
              Didn't get it? Send it again
            </Button>
          </>
        )}
      </FormStack>
    </AuthCard>
  )
}
