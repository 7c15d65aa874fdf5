import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { readOutside } from '../outside.ts'
import { encryptPush, type PushKeys } from './encrypt.ts'
import type { PushService } from './services.ts'

/** The key by which push services know this deployment (VAPID, RFC 8292). `publicKey`: the uncompressed point, base64url. */
export type VapidKey = { privateKey: KeyObject; publicKey: string }

/** Number of points of P-256: a private key is at least 1 and less. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Makes the key from a kept secret, the same each time (FIPS 186-5, A.2.1). */
export function vapidKey(secret: Buffer): VapidKey {
  const wide = Buffer.from(hkdfSync('sha256', secret, '', 'VAPID', 48)).toString('hex')
  const d = Buffer.from(((BigInt(`0x${wide}`) % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  const point = pair.getPublicKey()
  const text = (bytes: Buffer) => bytes.toString('base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: text(point.subarray(1, 33)),
    y: text(point.subarray(33)),
    d: text(d),
  }
  return {
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
    publicKey: text(point),
  }
}

/** Seconds for which a service keeps a message for a browser that is away: later it is no news. */
export const keptSeconds = 86_400
/** Seconds for which the token is good; RFC 8292 allows a day. */
const tokenSeconds = 12 * 3_600
const timeoutMs = 15_000
/** Longest answer that is read, in bytes. */
const maxBytes = 16_384

/**
 * Sends a message to a browser through its push service. Returns 'gone' when the service no longer knows the browser.
 * @throws OutsideError, or an Error with the status, when the service did not take it
 */
export async function sendPush(
  { url, own }: PushService,
  keys: PushKeys,
  text: string,
  from: { key: VapidKey; subject: string; now: Date },
): Promise<'taken' | 'gone'> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(url.origin)
    .setSubject(from.subject)
    .setExpirationTime(Math.floor(from.now.getTime() / 1_000) + tokenSeconds)
    .sign(from.key.privateKey)
  const { status } = await readOutside(
    url.href,
    { anywhere: own, loopback: false, networks: [] },
    {
      method: 'POST',
      headers: {
        authorization: `vapid t=${token}, k=${from.key.publicKey}`,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keptSeconds),
        urgency: 'normal',
      },
      body: encryptPush(text, keys),
      timeoutMs,
      maxBytes,
    },
  )
  if (status === 404 || status === 410) return 'gone'
  if (status < 200 || status > 299) throw new Error(`The push service answers with the status ${status}`)
  return 'taken'
}
