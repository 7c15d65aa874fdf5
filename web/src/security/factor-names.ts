import type { FactorKind } from '@deedbox/contract/factor-kinds.ts'

/** What each kind of second factor is called. */
export const factorKindLabels: Record<FactorKind, string> = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
  phone: 'Phone number',
}
