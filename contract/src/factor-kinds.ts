/** Kinds of second factor. */
export const factorKinds = ['totp', 'passkey', 'phone'] as const
export type FactorKind = (typeof factorKinds)[number]

/** Names of the kinds of second factor. */
export const factorKindLabels: Record<FactorKind, string> = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
  phone: 'Phone number',
}
