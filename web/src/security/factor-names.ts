import type { FactorKind } from '@deedbox/contract/factor-kinds.ts'

/** Names of the kinds of second factor. */
export const factorKindLabels: Record<FactorKind, string> = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
  phone: 'Phone number',
}
