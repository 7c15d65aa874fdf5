import { extensionOf, fileTypes } from '@deedbox/contract/documents.ts'
import { Refusal } from '../platform/errors.ts'

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
 * The media type of a file by its name.
 * @throws Refusal 'file-type' for one that is not taken, 'file-type-mismatch' when another type is declared.
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
 * Holds the first bytes of a file (or all of it) against its type.
 * @throws Refusal 'file-type-mismatch'.
 */
export async function checkContent(type: string, start: Buffer, whole: boolean): Promise<void> {
  // Loaded with the first upload: a start without one need not wait for it.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(start))?.mime
  const right =
    type === 'text/plain'
      ? isText(start, whole) && !(found && Object.values(fileTypes).includes(found))
      : type === 'message/rfc822'
        ? isMessage(start)
        : found === type || (type === 'image/png' && found === 'image/apng')
  if (!right) throw new Refusal('file-type-mismatch')
}

/** UTF-8 without NUL; a character may be cut off at the end of what is looked at. */
function isText(start: Buffer, whole: boolean): boolean {
  if (start.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: !whole })
    return true
  } catch {
    return false
  }
}

/** Begins with header fields as RFC 5322 writes them, among them one that a message has. */
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
