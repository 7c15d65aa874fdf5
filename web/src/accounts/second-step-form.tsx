import { dayMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { noticeSession } from '../lib/query.ts'
import { arrive, useDeployment, useSession } from '../lib/session.ts'
import { CodeField } from '../ui/code-field.tsx'
import { FormFailure } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { retryText } from './attempts.ts'
import { FormStack } from './auth-card.tsx'
import { PasskeyStep } from './passkey-step.tsx'

const askLabel = 'Send a code to my phone'
const days = limits.rememberDeviceMs / dayMs

/** Way of the second step: a code of the app, one that was texted (`asking`: not yet), a backup code, or a passkey if there is nothing else. */
type Way = 'totp' | 'asking' | 'phone' | 'backup' | 'passkey'

/** Returns the kinds of factor that the person has and can use here. */
function useOwnKinds() {
  const { session } = useSession()
  const { sms } = useDeployment()
  const own = session?.pending?.factorKinds ?? []
  return (kind: (typeof own)[number]) => own.includes(kind) && (kind !== 'phone' || sms)
}

/**
 * The form of the second step, with the ways that the person has: a code, sent with its last digit, a passkey, or a backup code. `fieldProps` are for
 * fields and buttons inside a dialog.
 */
export function SecondStepForm(props: { onPassed: () => void; fieldProps?: Record<string, string> }) {
  const has = useOwnKinds()
  const [way, setWay] = useState<Way>(() =>
    has('totp') ? 'totp' : has('phone') ? 'asking' : has('passkey') ? 'passkey' : 'backup',
  )
  const [code, setCode] = useState('')
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const working = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const typesCode = way === 'totp' || way === 'phone'

  async function run(work: () => Promise<void>) {
    if (working.current) return
    working.current = true
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (problem) {
      noticeSession(problem)
      const locked = problem instanceof ApiError && problem.status === 429
      setError(locked ? retryText(problem) : messageOf(problem))
      requestAnimationFrame(() => input.current?.select())
    } finally {
      working.current = false
      setBusy(false)
    }
  }

  const send = (typed = code) =>
    run(async () => {
      if (typed.trim() === '') return
      await arrive(await call('POST /api/session/factor', { body: { code: typed, remember } }))
      props.onPassed()
    })

  const ask = () =>
    run(async () => {
      await call('POST /api/session/factor/phone')
      switchTo('phone')
    })

  function switchTo(other: Way) {
    setWay(other)
    setCode('')
    setError(null)
    requestAnimationFrame(() => input.current?.focus())
  }

  function change(typed: string) {
    setCode(typed)
    setError(null)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (way === 'asking' ? ask() : send())
  }

  const another = (label: string, onClick: () => void) => (
    <Button variant="subtle" {...props.fieldProps} onClick={onClick}>
      {label}
    </Button>
  )

  return (
    <FormStack onSubmit={submit}>
      {way === 'backup' && (
        <TextInput
          ref={input}
          label="Backup code"
          description="One of the codes that you kept when you set up your second factor. Each works once."
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          value={code}
          error={error}
          {...props.fieldProps}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {typesCode && (
        <CodeField
          key={way}
          ref={input}
          label={
            way === 'totp' ? 'Code that your authenticator app shows' : 'Code that we sent to your phone'
          }
          value={code}
          disabled={busy}
          autoFocus
          error={error}
          inputProps={props.fieldProps}
          onChange={(typed) => {
            change(typed)
            if (typed !== code && typed.length === limits.code.digits) void send(typed)
          }}
        />
      )}
      {way === 'asking' && <FormFailure error={error}>{error}</FormFailure>}
      {(way === 'asking' || way === 'phone') && <Text size="sm">{screen.smsRisk}</Text>}
      <Checkbox
        label={`Remember this device for ${days} days`}
        description="Only on a device that nobody else uses."
        checked={remember}
        {...props.fieldProps}
        onChange={(event) => setRemember(event.currentTarget.checked)}
      />
      {way !== 'passkey' && (
        <SubmitButton
          busy={busy}
          disabled={typesCode ? code.length < limits.code.digits : way === 'backup' && code.trim() === ''}
          fullWidth
          {...props.fieldProps}
        >
          {way === 'asking' ? askLabel : 'Confirm'}
        </SubmitButton>
      )}
      {has('passkey') && (
        <PasskeyStep remember={remember} onPassed={props.onPassed} fieldProps={props.fieldProps} />
      )}
      {has('totp') && way !== 'totp' && another('Use your authenticator app', () => switchTo('totp'))}
      {way === 'phone' && another('Send another code', ask)}
      {has('phone') && way !== 'phone' && way !== 'asking' && another(askLabel, ask)}
      {way !== 'backup' && another('Use a backup code', () => switchTo('backup'))}
    </FormStack>
  )
}
