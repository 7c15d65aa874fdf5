/** Characters of codes (Crockford's base 32): none that is easily taken for another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16
/** Bytes of a code: 80 bits. */
export const codeBytes = 10

/** Writes random bytes as a code, without spaces. */
export function codeOf(bytes: Uint8Array): string {
  if (bytes.length !== codeBytes) throw new RangeError(`A code has ${codeBytes} bytes`)
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length }, (_, at) => alphabet[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)]).join(
    '',
  )
}

/** Writes a code as it is printed: 'ABCD-EFGH-JKMN-PQRS'. */
export const codeText = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/** Reads a code as people type it, with any spaces and hyphens, O for 0, I and L for 1; null for what is none. */
export function readCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s\-–—_.]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return code.length === length && [...code].every((character) => alphabet.includes(character)) ? code : null
}
