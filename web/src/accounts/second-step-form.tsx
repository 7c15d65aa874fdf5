import { limits } from '@deedbox/contract/limits.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { noticeSession } from '../lib/query.ts'
import { arrive } from '../lib/session.ts'
import { CodeField } from '../ui/code-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { retryText } from './attempts.ts'
import { FormStack } from './auth-card.tsx'
import { PasskeyStep } from './passkey-step.tsx'

const days = limits.rememberDeviceMs / 86_400_000

/**
 * A code of an authenticator app, sent with its last digit; a passkey; or a backup code. `fieldProps`: for fields and
 * buttons inside a dialog.
 */
export function SecondStepForm(props: { onPassed: () => void; fieldProps?: Record<string, string> }) {
  const [backup, setBackup] = useState(false)
  const [code, setCode] = useState('')
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const working = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  async function send(typed = code) {
    if (working.current || typed.trim() === '') return
    working.current = true
    setBusy(true)
    setError(null)
    try {
      await arrive(await call('POST /api/session/factor', { body: { code: typed, remember } }))
      props.onPassed()
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

  function switchTo(other: boolean) {
    setBackup(other)
    setCode('')
    setError(null)
    requestAnimationFrame(() => input.current?.focus())
  }

  return (
    <FormStack
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {backup ? (
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
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setError(null)
          }}
        />
      ) : (
        <CodeField
          ref={input}
          label="Code that your authenticator app shows"
          value={code}
          disabled={busy}
          autoFocus
          error={error}
          inputProps={props.fieldProps}
          onChange={(typed) => {
            setCode(typed)
            setError(null)
            if (typed !== code && typed.length === limits.code.digits) void send(typed)
          }}
        />
      )}
      <Checkbox
        label={`Remember this device for ${days} days`}
        description="Only on a device that nobody else uses."
        checked={remember}
        {...props.fieldProps}
        onChange={(event) => setRemember(event.currentTarget.checked)}
      />
      <SubmitButton
        busy={busy}
        disabled={backup ? code.trim() === '' : code.length < limits.code.digits}
        fullWidth
        {...props.fieldProps}
      >
        Confirm
      </SubmitButton>
      <PasskeyStep remember={remember} onPassed={props.onPassed} fieldProps={props.fieldProps} />
      <Button variant="subtle" {...props.fieldProps} onClick={() => switchTo(!backup)}>
        {backup ? 'Use your authenticator app' : 'Use a backup code'}
      </Button>
    </FormStack>
  )
}
