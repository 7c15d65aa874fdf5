import { limits } from './limits.ts'

const rules: readonly [test: (password: string) => boolean, feedback: string | null][] = [
  [(p) => p.length >= 8, 'Use at least 8 characters'],
  [(p) => p.length >= 12, null],
  [(p) => /[a-z]/.test(p), 'Include lowercase letters'],
  [(p) => /[A-Z]/.test(p), 'Include uppercase letters'],
  [(p) => /[0-9]/.test(p), 'Include numbers'],
  [(p) => /[^A-Za-z0-9]/.test(p), 'Include special characters'],
  [(p) => p.length > 0 && !/(.)\1\1/su.test(p), 'Avoid repeating characters'],
]

export type PasswordStrength = {
  score: number
  valid: boolean
  label: 'Weak' | 'Medium' | 'Strong'
  feedback: string[]
}

/**
 * Returns the strength of a password (specification, section 5): one point for each of seven rules, capped at 6, valid from 4; Weak at 2 or less,
 * Medium up to 4, Strong above. The sign-up form also asks for 8 characters.
 */
export function passwordStrength(password: string): PasswordStrength {
  const passed = rules.filter(([test]) => test(password)).length
  const score = Math.min(limits.password.maxScore, passed)
  return {
    score,
    valid: score >= limits.password.validScore && password.length >= limits.password.signupMin,
    label: score <= 2 ? 'Weak' : score <= 4 ? 'Medium' : 'Strong',
    feedback: rules.flatMap(([test, feedback]) => (feedback !== null && !test(password) ? [feedback] : [])),
  }
}
