import type { SignInResult } from '../security.ts'

/** Where a sign-in fails, by the name in its audit event, and what the list of sign-ins says of it. */
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
