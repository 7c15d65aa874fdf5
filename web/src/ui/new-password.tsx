import { type ErrorCode, errors, screen } from '@deedbox/contract/messages.ts'
import { passwordStrength } from '@deedbox/contract/password.ts'
import { isTrivialPassword, type PasswordOwner } from '@deedbox/contract/trivial-password.ts'
import type { PasswordInputProps } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { ApiError } from '../lib/api.ts'
import { isBreached, useBreachCheck } from './breach.ts'
import classes from './new-password.module.css'
import { PasswordField, StrengthMeter } from './password-field.tsx'
import { toast } from './toast.tsx'

/** Errors about a password, shown under its field. */
export const weakFields = {
  'password-weak': 'password',
  'password-short': 'password',
  'password-compromised': 'password',
} as const

function refusal(code: 'password-weak' | 'password-compromised', title: string): ApiError {
  toast.error(errors[code].message, title)
  return new ApiError(400, { code: code satisfies ErrorCode, message: errors[code].message })
}

/** Throws, with a toast, when a new password is too weak or known from a breach (specification, section 5). */
export async function refuseWeak(password: string, owner: PasswordOwner): Promise<void> {
  if (!passwordStrength(password).valid || isTrivialPassword(password, owner))
    throw refusal('password-weak', screen.passwordWeakTitle)
  if (await isBreached(password)) throw refusal('password-compromised', screen.passwordCompromisedTitle)
}

/** A new password with its strength and the breach check. */
export function NewPassword(props: { password: string; label?: string; inputProps: PasswordInputProps }) {
  const breach = useBreachCheck(props.password)
  return (
    <>
      <PasswordField label={props.label ?? 'Password'} autoComplete="new-password" {...props.inputProps} />
      <StrengthMeter password={props.password}>
        {breach !== 'none' && (
          <div className={classes.breach} data-breach={breach}>
            {breach === 'checking' && (
              <>
                <IconLoader2 size={16} aria-hidden="true" /> Checking known data breaches…
              </>
            )}
            {breach === 'clear' && (
              <>
                <IconCircleCheck size={16} aria-hidden="true" /> Not found in known data breaches
              </>
            )}
            {breach === 'found' && (
              <>
                <IconAlertTriangle size={16} aria-hidden="true" /> {errors['password-compromised'].message}
              </>
            )}
          </div>
        )}
      </StrengthMeter>
    </>
  )
}
