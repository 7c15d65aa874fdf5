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

/** A password; the eye shows what is typed and can be reached by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      maxLength={limits.password.max}
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
    />
  )
}

/** How strong a new password is, with its score, label and suggestions; `children` adds a line. */
export function StrengthMeter({ password, children }: { password: string; children?: ReactNode }) {
  const { score, label, feedback } = passwordStrength(password)
  if (password === '') return null
  return (
    <div className={classes.meter} aria-live="polite">
      <div className={classes.bars} aria-hidden="true">
        {Array.from({ length: limits.password.maxScore }, (_, index) => `bar ${index + 1}`).map(
          (bar, index) => (
            <span
              key={bar}
              style={
                index < score ? { background: `var(--mantine-color-${tones[label]}-filled)` } : undefined
              }
            />
          ),
        )}
      </div>
      <div>
        Password strength: <strong>{label}</strong> ({score} of {limits.password.maxScore})
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
