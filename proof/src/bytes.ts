import { ProofError } from './error.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** Text of these bytes. Refused: anything but UTF-8. */
export function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ProofError('The text is not UTF-8.')
  }
}

/** Pairs of characters for 12 bits each: a sealed event has thirty texts of base 64, so they are made without a call for each byte. */
const pairsOf = (last: string): string[] => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const all = [...`${letters}${letters.toLowerCase()}0123456789${last}`]
  return all.flatMap((first) => all.map((second) => first + second))
}
const pairs = pairsOf('+/')
const urlPairs = pairsOf('-_')

function encoded(bytes: Uint8Array, from: readonly string[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += `${from[bits >> 12]}${from[bits & 4095]}`
  }
  return text.slice(0, Math.ceil((bytes.length * 4) / 3))
}

/** Base 64 of RFC 4648, section 4, with padding. */
export function toBase64(bytes: Uint8Array): string {
  const text = encoded(bytes, pairs)
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** Bytes of base 64. Refused: other characters, missing padding, and bits beyond the last byte that are not zero. */
export function fromBase64(text: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw new ProofError('The text is not base 64.')
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  if (toBase64(bytes) !== text) throw new ProofError('The text is not base 64.')
  return bytes
}

/** Base 64 of RFC 4648, section 5, without padding. */
export const toBase64Url = (bytes: Uint8Array): string => encoded(bytes, urlPairs)

export function fromBase64Url(text: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new ProofError('The text is not base 64 for addresses.')
  const padded = text.replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(padded.padEnd(Math.ceil(padded.length / 4) * 4, '='))
}

/** Says whether both have the same bytes; takes no care of time, as nothing here is secret. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** Whole number in decimal without leading zeros. Refused: anything else, and numbers above 2^53 - 1. */
export function wholeNumber(text: string, what: string): number {
  const value = Number(text)
  if (!/^(0|[1-9][0-9]*)$/.test(text) || !Number.isSafeInteger(value))
    throw new ProofError(`The ${what} is not a whole number.`)
  return value
}
