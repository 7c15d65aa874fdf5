import { limits } from '@deedbox/contract/limits.ts'
import { errors, screen } from '@deedbox/contract/messages.ts'
import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconAlertCircle, IconClock, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useSession } from '../lib/session.ts'
import { CodeField } from '../ui/code-field.tsx'
import { NewPassword } from '../ui/new-password.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { AuthCard, FormStack } from './auth-card.tsx'
import { useCountdown } from './countdown.ts'
import { pendingPassword, readPending } from './pending-signup.ts'
import { useReturnTo } from './return-to.ts'
import { useVerification } from './use-verification.ts'
import classes from './verify-code.module.css'

/** /verify-otp (specification, sections 2 and 4): the email comes from the query or from the pending sign-up. */
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
  const { carry } = useReturnTo()
  // The pending sign-up is only used for this address: the query may name another.
  const [pending] = useState(() => {
    const kept = readPending()
    return kept && kept.email.toLowerCase() === email.trim().toLowerCase() ? kept : null
  })
  // After a reload the password is gone from memory; a rejected one has to be chosen again.
  const askPassword = pending !== null && pendingPassword() === null
  const verification = useVerification({ email, pending, carry })
  const countdown = useCountdown(verification.expiresAt)
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
      footer={
        <Anchor component={Link} to={carry('/login')} inherit>
          Back to login
        </Anchor>
      }
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
            {verification.dead ? errors['code-dead'].message : screen.codeExpiredInline}
          </Alert>
        )}
        {verification.captcha}
        {over ? (
          <Button fullWidth loading={verification.resending} onClick={() => verification.resend()}>
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
            <Button variant="subtle" loading={verification.resending} onClick={() => verification.resend()}>
              Didn't get it? Send it again
            </Button>
          </>
        )}
        {verification.lost && (
          <Button component={Link} to={carry('/signup')} variant="default" fullWidth>
            Start signing up again
          </Button>
        )}
      </FormStack>
    </AuthCard>
  )
}
