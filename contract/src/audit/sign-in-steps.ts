import type { SignInResult } from '../security.ts'

/** Steps at which a sign-in fails, as its audit event names them, each with the result that the list of sign-ins shows. */
export const signInSteps = {
  password: 'wrong-password',
  'own password': 'wrong-password',
  code: 'wrong-code',
  'phone code': 'wrong-code',
  factor: 'wrong-code',
  proof: 'wrong-code',
  passkey: 'wrong-passkey',
  'unknown passkey': 'wrong-passkey',
  'cloned passkey': 'wrong-passkey',
  'another person’s passkey': 'wrong-passkey',
  'email change': 'failed',
  wallet: 'failed',
  SAML: 'failed',
  'locked out': 'locked-out',
  deactivated: 'deactivated',
  'provider only': 'provider-only',
  'provider-unverified': 'provider',
  'provider-refused': 'provider',
  'provider-other-account': 'provider',
} as const satisfies Record<string, SignInResult>
export type SignInStep = keyof typeof signInSteps
