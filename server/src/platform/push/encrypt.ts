import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a browser’s subscription, in base64url: its public key (P-256, uncompressed) and a secret of 16 bytes. */
export type PushKeys = { p256dh: string; auth: string }

/** Values that are new for each message; tests give those of RFC 8291. */
type Fresh = { privateKey?: Buffer; salt?: Buffer }

const recordBytes = 4_096
const derive = (secret: Uint8Array, salt: Uint8Array, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * Encrypts a message for one browser (RFC 8291, in one record of RFC 8188), so that its push service carries it and cannot read it.
 * @throws when the public key is no point of the curve, or the text is longer than a record
 */
export function encryptPush(
  text: string,
  keys: PushKeys,
  { privateKey, salt = randomBytes(16) }: Fresh = {},
) {
  const ours = createECDH('prime256v1')
  if (privateKey) ours.setPrivateKey(privateKey)
  else ours.generateKeys()
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const shared = ours.computeSecret(theirs)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours.getPublicKey()])
  const secret = derive(shared, Buffer.from(keys.auth, 'base64url'), about, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  // The byte 2 ends the last record.
  const plain = Buffer.concat([Buffer.from(text), Buffer.of(2)])
  if (plain.length + 16 > recordBytes) throw new RangeError('The message is longer than one record')
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordBytes)
  header.writeUInt8(ours.getPublicKey().length, 4)
  const parts = [salt, header, ours.getPublicKey(), cipher.update(plain), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(parts)
}

/** Tells whether these keys are what a browser gives: a point of the curve. */
export function isPushKey({ p256dh }: PushKeys): boolean {
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  try {
    ours.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
