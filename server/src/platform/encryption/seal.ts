import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type Keyring, MasterKeyError } from './keys.ts'
import { ContentDamagedError } from './stream.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a short secret to be stored in the database: what a person or another service gave us in confidence. It can be
 * opened as long as its master key is in the keyring, and only for the same purpose, e.g. `client secret of <id>`.
 */
export function sealSecret(keyring: Keyring, purpose: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFor(keyring, keyring.currentId, purpose), nonce, {
    authTagLength: TAG_BYTES,
  })
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${keyring.currentId}.${sealed.toString('base64url')}`
}

/**
 * The secret that {@link sealSecret} encrypted.
 * @throws MasterKeyError if its key is not in the keyring, ContentDamagedError if it is not authentic.
 */
export function openSecret(keyring: Keyring, purpose: string, stored: string): string {
  const [keyId = '', text = ''] = stored.split('.')
  const sealed = Buffer.from(text, 'base64url')
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const key = keyFor(keyring, keyId, purpose)
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const opened = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new ContentDamagedError('a stored secret is not authentic', { cause })
  }
}

/** HKDF-SHA256 (RFC 5869): every purpose has its own key. */
function keyFor({ masterKeys }: Keyring, keyId: string, purpose: string): Buffer {
  const key = masterKeys.get(keyId)
  if (!key)
    throw new MasterKeyError(`The master key ${keyId}, needed to read a stored secret, is not configured`)
  return Buffer.from(hkdfSync('sha256', key, '', `deedbox/sealed/${purpose}`, 32))
}
