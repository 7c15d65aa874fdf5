/** Kinds of second factor. */
export const factorKinds = ['totp', 'passkey', 'phone'] as const
export type FactorKind = (typeof factorKinds)[number]
