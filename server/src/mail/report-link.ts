import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveSecret, type Keyring } from '../platform/encryption/keys.ts'

const signature = (keyring: Keyring, mailId: string): string =>
  createHmac('sha256', deriveSecret(keyring, 'report links')).update(mailId).digest('base64url')

/** The token of a mail's report link: its id, signed, so that no secret needs to be stored. */
export const reportToken = (keyring: Keyring, mailId: string): string =>
  `${mailId}.${signature(keyring, mailId)}`

/** The mail id of a report link; null if its signature is not valid. */
export function readReportToken(keyring: Keyring, token: string): string | null {
  const [mailId = '', signed = ''] = token.split('.')
  const [expected, received] = [Buffer.from(signature(keyring, mailId)), Buffer.from(signed)]
  return expected.length === received.length && timingSafeEqual(expected, received) ? mailId : null
}
