import type { Pdfium } from './pdfium.ts'

/** Largest number of bytes of a text that is read; a longer one counts as none. */
const maxBytes = 256 * 1024

/** Reads a text that PDFium writes as UTF-16 with a closing zero; `write` returns how many bytes it needs. */
export function readString(pdfium: Pdfium, write: (pointer: number, length: number) => number): string {
  const length = write(0, 0)
  if (length <= 2 || length > maxBytes) return ''
  return pdfium.withBlock(length, (pointer) => {
    if (write(pointer, length) > length) return ''
    return Buffer.from(pdfium.memory().slice(pointer, pointer + length - 2)).toString('utf16le')
  })
}

/** Writes a text in one line. */
export const inOneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim()

/** Cuts a text that is longer than so many characters. */
export const cutAt = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
