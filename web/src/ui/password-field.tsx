import { limits } from '@deedbox/contract/limits.ts'
import { type PasswordStrength, passwordStrength } from '@deedbox/contract/password.ts'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './password-field.module.css'

const tones: Record<PasswordStrength['label'], string> = {
  Weak: 'wax',
  Medium: 'amber',
  Strong: 'eucalyptus',
}

/** Field for a password; the eye shows the typed text and can be reached by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      maxLength={limits.password.max}
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
    />
  )
}

/**
 * Strength of a new password, with its score, label and suggestions; `children` adds a line. A password that is `guessed` first, or not yet known to
 * be (undefined), is never called strong.
 */
export function StrengthMeter(props: {
  password: string
  guessed: boolean | undefined
  children?: ReactNode
}) {
  const { password, guessed, children } = props
  const { score, label, feedback } = passwordStrength(password)
  if (password === '') return null
  const tone = guessed === undefined ? 'gray' : tones[guessed ? 'Weak' : label]
  return (
    <div className={classes.meter} aria-live="polite">
      <div className={classes.bars} aria-hidden="true">
        {Array.from({ length: limits.password.maxScore }, (_, index) => `bar ${index + 1}`).map(
          (bar, index) => (
            <span
              key={bar}
              style={index < score ? { background: `var(--mantine-color-${tone}-filled)` } : undefined}
            />
          ),
        )}
      </div>
      <div>
        Password strength:{' '}
        <strong>{guessed === undefined ? 'Checking…' : guessed ? 'Not accepted' : label}</strong> ({score} of{' '}
        {limits.password.maxScore})
      </div>
      {feedback.length > 0 && (
        <ul className={classes.feedback}>
          {feedback.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
