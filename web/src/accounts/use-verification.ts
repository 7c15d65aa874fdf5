import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/identity.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { arrive, useServerNow } from '../lib/session.ts'
import { useCaptcha } from '../ui/captcha.tsx'
import { refuseWeak } from '../ui/new-password.tsx'
import { toast } from '../ui/toast.tsx'
import { retryText } from './attempts.ts'
import { clearPending, keepPending, type PendingSignup, pendingPassword } from './pending-signup.ts'

const passwordCodes = ['password-weak', 'password-short', 'password-compromised']

/** Handles the entry of a verification code (specification, section 4): submitted once complete, sent again on request. */
export function useVerification(props: {
  email: string
  pending: PendingSignup
  carry: (path: string) => string
}) {
  const { pending } = props
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState(() => pendingPassword() ?? '')
  const [expiresAt, setExpiresAt] = useState(() => Date.parse(pending.expiresAt))
  const [state, setState] = useState<'ready' | 'busy' | 'resending' | 'registered'>('ready')
  const [dead, setDead] = useState(false)
  /** Time until which the server refuses another code, in milliseconds since 1970 by its clock; 0 if it does not. */
  const [waitUntil, setWaitUntil] = useState(0)
  const serverNow = useServerNow(1_000)
  const [codeError, setCodeError] = useState<string | null>(null)
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const working = useRef(false)
  const codeInput = useRef<HTMLInputElement>(null)

  async function send(typed: string) {
    // Check the password only if it was typed again, as the sign-up form has checked it already.
    if (pendingPassword() !== password) await refuseWeak(password, pending)
    const { expiresAt: _, ...details } = pending
    const answer = await call('POST /api/functions/auth-verify-otp', {
      body: { ...details, code: typed, password },
    })
    if (answer.accountExists) return toLogin(errors['account-exists'].message, limits.code.existsRedirectMs)
    if (!answer.success) throw new ApiError(400, { code: 'verification-failed', message: answer.message })
    if (!answer.user && !answer.pending) return toLogin(screen.accountCreated, 0)
    clearPending()
    await arrive(answer)
  }

  async function toLogin(message: string, wait: number) {
    clearPending()
    if (wait > 0) {
      setState('registered')
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
    await navigate(props.carry('/login'), { replace: true, state: { email: props.email, message } })
  }

  async function verify(typed = code) {
    if (working.current || typed.length < limits.code.digits) return
    working.current = true
    toast.clear()
    setState('busy')
    setCodeError(null)
    setPasswordError(null)
    try {
      await send(typed)
      setState((now) => (now === 'busy' ? 'ready' : now))
    } catch (error) {
      refuse(error)
    } finally {
      working.current = false
    }
  }

  function refuse(error: unknown) {
    setState('ready')
    const code = error instanceof ApiError ? error.code : null
    if (code !== null && passwordCodes.includes(code)) {
      // Clear the password, so that the field is shown and another one can be chosen.
      keepPending(pending, null)
      return setPasswordError((error as ApiError).fields.password ?? messageOf(error))
    }
    // Last wrong code; a lockout for another reason leaves the code as it is.
    if (takeWait(error) && code !== 'login-locked') {
      setDead(true)
      return toast.error(messageOf(error), screen.verificationFailedTitle)
    }
    if (error instanceof ApiError && error.status === 429) {
      toast.error(retryText(error), screen.lockedTitle)
      return setCodeError(retryText(error))
    }
    const message = code === null ? screen.verificationUnexpected : messageOf(error)
    toast.error(message, screen.verificationFailedTitle)
    if (code === 'code-expired') return setExpiresAt(0)
    if (code === 'code-dead') return setDead(true)
    setCodeError(message)
    requestAnimationFrame(() => codeInput.current?.select())
  }

  /** Takes over the time from which the server sends another code, where it says so. */
  function takeWait(error: unknown): boolean {
    const minutes = error instanceof ApiError ? error.retryAfterMinutes : null
    if (minutes !== null) setWaitUntil(serverNow + minutes * 60_000)
    return minutes !== null
  }

  async function resend() {
    if (working.current) return
    working.current = true
    setState('resending')
    try {
      const { expiresAt: _, ...details } = pending
      const sent = await call('POST /api/functions/auth-send-verification', {
        body: { ...details, ...captcha.proof() },
      })
      keepPending({ ...details, expiresAt: sent.expiresAt }, pendingPassword())
      setExpiresAt(Date.parse(sent.expiresAt))
      setDead(false)
      setWaitUntil(0)
      setCode('')
      setCodeError(null)
      toast.success(success.codeResent)
      requestAnimationFrame(() => codeInput.current?.focus())
    } catch (error) {
      takeWait(error)
      toast.error(
        error instanceof ApiError ? retryText(error) : screen.resendFailed,
        screen.resendFailedTitle,
      )
    } finally {
      working.current = false
      setState('ready')
    }
  }

  return {
    code,
    /** Sets the code; the sixth digit submits it. */
    setCode(typed: string) {
      setCode(typed)
      setCodeError(null)
      if (typed !== code) void verify(typed)
    },
    codeInput,
    codeError,
    password,
    setPassword,
    passwordError,
    expiresAt,
    busy: state === 'busy',
    resending: state === 'resending',
    /** State: after too many wrong attempts a new code is needed. */
    dead,
    registered: state === 'registered',
    /** Time until which no other code is sent, in milliseconds since 1970 by the server's clock; 0 if one may be asked for. */
    waitUntil,
    verify,
    resend,
    /** Captcha that a new code requires, where the deployment has a service for it. */
    captcha: captcha.widget,
  }
}
