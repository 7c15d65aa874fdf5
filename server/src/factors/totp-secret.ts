import type { Keyring } from '../platform/encryption/keys.ts'
import { seal, unseal } from '../platform/encryption/sealed.ts'

const purpose = (factorId: string) => `authenticator app ${factorId}`

/** The secret of an authenticator app as it is stored: encrypted, and worth nothing in another row. */
export const sealTotpSecret = (keyring: Keyring, factorId: string, secret: string): string =>
  seal(keyring, purpose(factorId), secret)

export const openTotpSecret = (keyring: Keyring, factor: { id: string; secret: string | null }): string =>
  unseal(keyring, purpose(factor.id), factor.secret ?? '')
