import type { Keyring } from '../../platform/encryption/keys.ts'
import { createSigner } from '../../platform/signed.ts'

/** Makes the tokens of report links: the id of the mail, signed. */
export const reportLinks = (keyring: Keyring) => createSigner(keyring, 'report links')
