import { limits } from './limits.ts'
import { passwordStrength } from './password.ts'
import { type PasswordOwner, type TrivialReason, trivialReason } from './trivial-password.ts'

/** Rule for a new password: that of the sign-up form, or of a reset link, where 6 characters are enough. */
export type PasswordRule = 'strong' | 'reset'
/** Reason why a new password is refused. */
export type PasswordProblem = 'short' | 'long' | 'weak' | TrivialReason

/**
 * Returns why a new password is refused, whatever its score, or null. Server and browser share this rule (specification, section 5); known data
 * breaches are looked up separately. The list of words is large, so load it only where a password is chosen.
 */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  rule: PasswordRule,
): PasswordProblem | null {
  const { min, max } = limits.password
  // Length as the schema counts it: a character outside of the basic plane is one.
  const { length } = [...password]
  if (length < min) return 'short'
  if (length > max) return 'long'
  return (
    trivialReason(password, owner) ?? (rule === 'strong' && !passwordStrength(password).valid ? 'weak' : null)
  )
}
