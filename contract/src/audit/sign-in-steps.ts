import type { SignInResult } from '../security.ts'

/** Steps at which a sign-in fails, as its audit event names them, each with the result that the list of sign-ins shows. */
export const signInSteps = {
  password: 'wrong-password',
  'own password': 'wrong-password',
  code: 'wrong-code',
  'phone code': 'wrong-code',
  factor: 'wrong-code',
  proof: 'wrong-code',
  'email change': 'failed',
  wallet: 'failed',
  'locked out': 'locked-out',
  deactivated: 'deactivated',
  'provider only': 'provider-only',
} as const satisfies Record<string, SignInResult>
export type SignInStep = keyof typeof signInSteps
