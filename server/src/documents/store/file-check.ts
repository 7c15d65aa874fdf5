import { extensionOf, fileTypes } from '@deedbox/contract/documents.ts'
import { ConvertError } from '@deedbox/convert/error.ts'
import { namesInZip } from '@deedbox/convert/zip-directory.ts'
import { Refusal } from '../../platform/errors.ts'

/** Content-Types that say nothing, and those that browsers send for office files when no office is installed. */
const unspecific = ['', 'application/octet-stream', 'binary/octet-stream']
const packed = ['application/zip', 'application/x-zip-compressed']
const alsoCalled: Record<string, readonly string[]> = {
  'application/pdf': ['application/x-pdf'],
  'image/jpeg': ['image/jpg', 'image/pjpeg'],
  'image/png': ['image/x-png'],
  'image/tiff': ['image/tif', 'image/x-tiff'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': packed,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': packed,
  'application/vnd.oasis.opendocument.text': packed,
}

/**
 * Returns the media type of a file by its name.
 * @throws Refusal 'file-type' for a type that is not accepted, 'file-type-mismatch' when another type is declared.
 */
export function declaredType(fileName: string, contentType: string | undefined): string {
  const type = Object.hasOwn(fileTypes, extensionOf(fileName)) ? fileTypes[extensionOf(fileName)] : undefined
  if (!type) throw new Refusal('file-type')
  const declared = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const agrees = [...unspecific, type, ...(alsoCalled[type] ?? [])].includes(declared)
  if (!agrees) throw new Refusal('file-type-mismatch')
  return type
}

/**
 * Types that are recognised by a mark at their start. The rest of the file may be in any order: the directory of a TIFF may
 * be its last part, and a PNG may hold a long colour profile before its pixels.
 */
const marks: Record<string, (start: Buffer) => boolean> = {
  // A PDF may begin with other bytes: readers look for its mark in the first 1,024 (PDF 32000-1, annex H.3).
  'application/pdf': (start) => start.subarray(0, 1024 + '%PDF-'.length).includes('%PDF-'),
  'image/png': (start) => start.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/tiff': (start) =>
    ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(start.subarray(0, 4).toString('latin1')),
}

/** Types that file-type may find for a file of this type, because it sees only the beginning. */
const alsoFound: Record<string, string> = { 'image/png': 'image/apng' }

/** Office files are zip files with parts in any order: the part that each type has, found in the directory at the end. */
const parts: Record<string, RegExp> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': /^word\/document\d*\.xml$/,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': /^xl\/workbook\d*\.(xml|bin)$/,
}

/**
 * Checks the first bytes of a file (or all of it) against its type.
 * @returns false when only the end of the file can decide: see {@link checkEnd}.
 * @throws Refusal 'file-type-mismatch'.
 */
export async function checkStart(type: string, start: Buffer, whole: boolean): Promise<boolean> {
  // Loaded with the first upload, so that a start does not wait for it.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(start))?.mime
  if (found === type || (found !== undefined && found === alsoFound[type])) return true
  const mark = marks[type]
  const right =
    type === 'text/plain'
      ? isTextThrough(start) && (found === undefined || isOtherText(found, start, whole))
      : type === 'message/rfc822'
        ? isMessage(start)
        : found === undefined && mark?.(start)
  if (right) return true
  const zip = start.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
  const telling = found === undefined || found === 'application/zip'
  if (parts[type] && zip && telling) return false
  throw new Refusal('file-type-mismatch')
}

/** Bytes of the end of a file that {@link checkEnd} needs: the directory of some thousand parts. */
export const END_BYTES = 256 * 1024

/**
 * Checks an office file of `size` bytes by the ZIP directory at its end.
 * @throws Refusal 'file-type-mismatch'.
 */
export async function checkEnd(type: string, end: Buffer, size: number): Promise<void> {
  const names = await namesInZip(end, size).catch((error): string[] => {
    if (error instanceof ConvertError) return []
    throw error
  })
  const right =
    names.includes('[Content_Types].xml') &&
    names.some((name) => parts[type]?.test(name)) &&
    !names.some((name) => name.endsWith('vbaProject.bin'))
  if (!right) throw new Refusal('file-type-mismatch')
}

/**
 * Tells whether a type that file-type knows by its words, such as XML or a calendar, is another one: such a file is a text too, unless it
 * is of another accepted type.
 */
function isOtherText(found: string, start: Buffer, whole: boolean): boolean {
  if (Object.values(fileTypes).includes(found)) return false
  try {
    // The last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: !whole })
    return true
  } catch {
    return false
  }
}

function isTextThrough(start: Buffer): boolean {
  try {
    checkText().next(start)
    return true
  } catch {
    return false
  }
}

const utf16: Record<string, string> = { '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }

/**
 * Follows a text through all of its pieces: bytes without NUL (UTF-8, or 8 bits a letter such as Windows-1252), or UTF-16 with
 * its mark. `last` is called after them. @throws Refusal 'file-type-mismatch' in each call
 */
export function checkText() {
  /** Bytes that come before it is known how the text is encoded. */
  let held: Buffer | undefined = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  const follow = (piece: Buffer, stream: boolean) => {
    try {
      const text = decoder ? decoder.decode(piece, { stream }) : piece
      if (!text.includes('\0')) return
    } catch {
      // The encoding is not UTF-16.
    }
    throw new Refusal('file-type-mismatch')
  }
  return {
    next(piece: Buffer): void {
      const bytes = held ? Buffer.concat([held, piece]) : piece
      if (held) {
        held = bytes.length < 2 ? bytes : undefined
        if (held) return
        const encoding = utf16[bytes.toString('latin1', 0, 2)]
        if (encoding) decoder = new TextDecoder(encoding, { fatal: true })
      }
      follow(bytes, true)
    },
    last: () => follow(held ?? Buffer.alloc(0), false),
  }
}

/** Begins with header fields of RFC 5322, among them one that every message has. */
function isMessage(start: Buffer): boolean {
  if (start.includes(0)) return false
  const head = start.toString('latin1').split(/\r?\n\r?\n/, 1)[0] ?? ''
  const lines = head.replace(/^\uFEFF|^ï»¿/, '').split(/\r?\n/)
  if (lines[0]?.startsWith('From ')) lines.shift()
  const begins = /^[\x21-\x39\x3b-\x7e]+[ \t]*:/.test(lines[0] ?? '')
  return (
    begins && lines.some((line) => /^(from|to|date|received|subject|mime-version|return-path):/i.test(line))
  )
}
