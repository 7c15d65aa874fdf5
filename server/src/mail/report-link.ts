import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveSecret, type Keyring } from '../platform/encryption/keys.ts'

const signature = (keyring: Keyring, mailId: string): string =>
  createHmac('sha256', deriveSecret(keyring, 'report links')).update(mailId).digest('base64url')

/** What the report link of a mail carries: its id, signed, so that nothing secret is stored. */
export const reportToken = (keyring: Keyring, mailId: string): string =>
  `${mailId}.${signature(keyring, mailId)}`

/** The mail of a report link; null for one that we did not make. */
export function readReportToken(keyring: Keyring, token: string): string | null {
  const [mailId = '', given = ''] = token.split('.')
  const [right, sent] = [Buffer.from(signature(keyring, mailId)), Buffer.from(given)]
  return right.length === sent.length && timingSafeEqual(right, sent) ? mailId : null
}
