import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring, Purpose } from './encryption/keys.ts'

/** Texts that only this deployment can have made, so that neither they nor a secret need to be stored. */
export function createSigner(keyring: Keyring, purpose: Purpose) {
  const signature = (text: string): string =>
    createHmac('sha256', keyring.secret(purpose)).update(text).digest('base64url')
  return {
    sign: (text: string): string => `${text}.${signature(text)}`,
    /** Reads the text of a token; null if its signature is not valid. */
    read(token: string): string | null {
      const dot = token.lastIndexOf('.')
      const text = token.slice(0, Math.max(dot, 0))
      const [expected, received] = [Buffer.from(signature(text)), Buffer.from(token.slice(dot + 1))]
      return expected.length === received.length && timingSafeEqual(expected, received) ? text : null
    },
  }
}
