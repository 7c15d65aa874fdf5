import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveSecret, type Keyring } from './keys.ts'
import { ContentDamagedError } from './stream.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const keyFor = (keyring: Keyring, masterKeyId: string) => deriveSecret(keyring, 'stored secrets', masterKeyId)

/**
 * Encrypts a short secret that the database keeps. `about`: what it belongs to, so that it is worth nothing elsewhere.
 * Begins with the id of its master key.
 */
export function seal(keyring: Keyring, about: string, secret: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(keyring, keyring.currentId), nonce)
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${keyring.currentId}.${sealed.toString('base64url')}`
}

/**
 * Returns the secret that `seal` encrypted.
 * @throws ContentDamagedError when it was changed or belongs to something else, MasterKeyError when its master key is not in the keyring.
 */
export function unseal(keyring: Keyring, about: string, sealed: string): string {
  const [masterKeyId = '', encoded = ''] = sealed.split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  const key = keyFor(keyring, masterKeyId)
  try {
    const nonce = bytes.subarray(0, nonceBytes)
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(about))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new ContentDamagedError('a stored secret is not authentic', { cause })
  }
}
