import { minuteMs } from '@deedbox/contract/durations.ts'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Message that somebody signs with a wallet to sign in (EIP-4361). */
export type WalletMessage = {
  scheme: string | null
  domain: string
  /** Address as EIP-55 writes it. */
  address: string
  uri: string
  issuedAt: Date
  expiresAt: Date | null
  notBefore: Date | null
}

/** Milliseconds that a message may be old, and by which the clock of its maker may be ahead. */
export const messageLivesMs = 10 * minuteMs
const aheadMs = minuteMs

const instant = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`
const uri = String.raw`[a-z][a-z0-9+.-]*:[!#-;=?-Z_a-z~[\]%]+`
/** The grammar of EIP-4361, line by line, of which nothing is left out but that clients like auth-js need not send a nonce. */
const grammar = new RegExp(
  [
    '^(?:(?<scheme>[a-z][a-z0-9+.-]*)://)?(?<domain>[^\\s/?#@]{1,255}) wants you to sign in with your Ethereum account:',
    '(?<address>0x[0-9a-fA-F]{40})',
    '',
    '(?:[\\x20-\\x7e]{1,2000}\n)?',
    `URI: (?<uri>${uri})`,
    'Version: 1',
    'Chain ID: [1-9]\\d{0,18}',
  ].join('\n') +
    '(?:\nNonce: [a-zA-Z0-9]{8,100})?' +
    `\nIssued At: (?<issuedAt>${instant})` +
    `(?:\nExpiration Time: (?<expiresAt>${instant}))?` +
    `(?:\nNot Before: (?<notBefore>${instant}))?` +
    "(?:\nRequest ID: [\\w.~!$&'()*+,;=:@%-]{0,200})?" +
    `(?:\nResources:(?:\n- ${uri}){0,50})?$`,
)

/** Reads a message; null if it is none, letter for letter, or a mixed-case address has a wrong checksum (EIP-55). */
export function readWalletMessage(text: string): WalletMessage | null {
  const parts = grammar.exec(text)?.groups
  if (!parts) return null
  const { scheme, domain = '', address = '', uri = '', issuedAt = '' } = parts
  const checked = checksummed(address)
  if (address !== address.toLowerCase() && address !== checked) return null
  const when = (written: string | undefined) => (written === undefined ? null : new Date(written))
  const dates = {
    issuedAt: new Date(issuedAt),
    expiresAt: when(parts.expiresAt),
    notBefore: when(parts.notBefore),
  }
  if (Object.values(dates).some((date) => date && Number.isNaN(date.getTime()))) return null
  return { scheme: scheme ?? null, domain, address: checked, uri, ...dates }
}

/** Tells whether a message was made for this deployment, and may be used at this time. */
export function isFor(message: WalletMessage, publicUrl: string, now: Date): boolean {
  const here = new URL(publicUrl)
  const { scheme, domain, uri, issuedAt, expiresAt, notBefore } = message
  return (
    domain === here.host &&
    (scheme === null || `${scheme}:` === here.protocol) &&
    URL.canParse(uri) &&
    new URL(uri).origin === here.origin &&
    issuedAt.getTime() > now.getTime() - messageLivesMs &&
    issuedAt.getTime() <= now.getTime() + aheadMs &&
    (expiresAt === null || expiresAt > now) &&
    (notBefore === null || notBefore <= now)
  )
}

/**
 * Returns the address whose key signed this text (EIP-191, personal_sign); null if the signature is malformed, or is the twin that anyone
 * can make of a signature (EIP-2).
 */
export function signerOf(text: string, signature: string): string | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const v = bytes.readUInt8(64)
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1) return null
  const message = Buffer.from(text)
  const hash = keccak_256(
    Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]),
  )
  try {
    const signed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    if (signed.hasHighS()) return null
    const key = signed.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(false)
    return addressOf(key)
  } catch {
    return null
  }
}

/** Returns the address of a public key (uncompressed). */
export const addressOf = (key: Uint8Array): string =>
  checksummed(`0x${Buffer.from(keccak_256(key.subarray(1)).subarray(12)).toString('hex')}`)

/** Writes an address with the checksum in its letters' case (EIP-55). */
function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}
