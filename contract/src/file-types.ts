import { limits } from './limits.ts'

/** What may be uploaded: extension → media type. */
export const fileTypes: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  eml: 'message/rfc822',
}

/** Types whose pages the viewer can display; for others it says 'Preview Not Available'. */
export const drawableTypes: readonly string[] = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/tiff',
  'text/plain',
  'message/rfc822',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.text',
]

/** The lower-case extension of a file name, without the dot. */
export const extensionOf = (fileName: string): string => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** A title suggested by the file name: 'smith_family-trust.pdf' → 'smith family-trust'. */
export function titleOf(fileName: string): string {
  const bare = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return (bare || fileName).slice(0, limits.text.title)
}
