import type { Keyring } from '../../platform/encryption/keys.ts'
import { seal, unseal } from '../../platform/encryption/sealed.ts'

export const totpPurpose = (factorId: string) => `authenticator app ${factorId}`

/** Encrypts the secret of an authenticator app for its row: it is worth nothing in another one. */
export const sealTotpSecret = (keyring: Keyring, factorId: string, secret: string): string =>
  seal(keyring, totpPurpose(factorId), secret)

export const openTotpSecret = (keyring: Keyring, factor: { id: string; secret: string | null }): string =>
  unseal(keyring, totpPurpose(factor.id), factor.secret ?? '')
