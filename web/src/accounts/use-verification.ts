import { limits } from '@deedbox/contract/limits.ts'
import { errors, screen, success } from '@deedbox/contract/messages.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { arrive } from '../lib/session.ts'
import { useCaptcha } from '../ui/captcha.tsx'
import { refuseWeak } from '../ui/new-password.tsx'
import { toast } from '../ui/toast.tsx'
import { retryText } from './attempts.ts'
import { clearPending, keepPending, type PendingSignup, pendingPassword } from './pending-signup.ts'

const passwordCodes = ['password-weak', 'password-short', 'password-compromised']

/** Entering a verification code (specification, section 4): submitted once complete, sent again on request. */
export function useVerification(props: {
  email: string
  pending: PendingSignup | null
  carry: (path: string) => string
}) {
  const { pending } = props
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState(() => pendingPassword() ?? '')
  const [expiresAt, setExpiresAt] = useState(() =>
    pending ? Date.parse(pending.expiresAt) : Date.now() + limits.code.livesMs,
  )
  const [state, setState] = useState<'ready' | 'busy' | 'resending' | 'registered'>('ready')
  const [dead, setDead] = useState(false)
  const [codeError, setCodeError] = useState<string | null>(null)
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const working = useRef(false)
  const codeInput = useRef<HTMLInputElement>(null)

  async function send(typed: string) {
    if (!pending)
      throw new ApiError(400, { code: 'no-pending-signup', message: errors['no-pending-signup'].message })
    // The sign-up form has already checked the password; check it only if it was typed again.
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
    if (pending && code !== null && passwordCodes.includes(code)) {
      // Cleared, so that the field is shown and another password can be chosen.
      keepPending(pending, null)
      return setPasswordError(messageOf(error))
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

  async function resend() {
    if (working.current) return
    if (!pending) return toast.error(errors['no-pending-signup'].message, screen.resendFailedTitle)
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
      setCode('')
      setCodeError(null)
      toast.success(success.codeResent)
      requestAnimationFrame(() => codeInput.current?.focus())
    } catch (error) {
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
    /** The sixth digit submits the code. */
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
    /** Too many wrong attempts: a new code is needed. */
    dead,
    registered: state === 'registered',
    /** The details of this sign-up are gone, for example in another browser. */
    lost: pending === null,
    verify,
    resend,
    /** What a new code wants, where the deployment has a captcha service. */
    captcha: captcha.widget,
  }
}
