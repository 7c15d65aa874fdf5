import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyAnswer, PasskeyAnswer } from '@deedbox/contract/passkeys.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Faults that an authenticator, or the browser before it, may show. */
type Wrong = { origin?: string; rpId?: string; challenge?: string; unverified?: boolean }

type CreateOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type GetOptions = { challenge: string; rpId: string }

const [present, verified, mayBackUp, isBackedUp, withKey] = [1, 4, 8, 16, 64]
const hash = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** Makes an authenticator with one passkey (ES256), in software; `at` is the origin that its browser shows. */
export function createAuthenticator(at = 'http://localhost:0') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const credential = { id, rawId: id, type: 'public-key' as const }
  let userHandle: string | undefined

  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? at,
        crossOrigin: false,
      }),
    )

  function authData(rpId: string, wrong: Wrong, key?: Buffer) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(authenticator.counter)
    const flags =
      present |
      (wrong.unverified ? 0 : verified) |
      (authenticator.synced ? mayBackUp | isBackedUp : 0) |
      (key ? withKey : 0)
    return Buffer.concat([hash(wrong.rpId ?? rpId), Buffer.of(flags), counter, key ?? Buffer.alloc(0)])
  }

  function attested() {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    return Buffer.concat([Buffer.alloc(16), length, credentialId, cose])
  }

  const authenticator = {
    /** Number of times that it has signed; synced passkeys often keep no count. */
    counter: 0,
    synced: false,

    create({ challenge, rp, user }: CreateOptions, wrong: Wrong = {}): NewPasskeyAnswer {
      userHandle = user.id
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(rp.id, wrong, attested()))],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, wrong).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    get({ challenge, rpId }: GetOptions, wrong: Wrong = {}): PasskeyAnswer {
      const data = clientData('webauthn.get', challenge, wrong)
      const authenticatorData = authData(rpId, wrong)
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash(data)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      }
    },
  }
  return authenticator
}
