import { documentTypeLabels, documentTypes } from '@deedbox/contract/document-terms.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 'Trust deed'. */
export const typeLabel = (type: string): string =>
  Object.entries(documentTypeLabels).find(([name]) => name === type)?.[1] ?? capital(type)

export type Type = (typeof documentTypes)[number]
export const typeChoices = documentTypes.map((value) => ({ value, label: documentTypeLabels[value] }))
export const typeOf = (type: string): Type => documentTypes.find((known) => known === type) ?? 'other'

/** An expiry date may have passed. */
export const expiryRule = { kind: 'nearest' } as const

const kinds: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG image',
  'image/jpeg': 'JPEG image',
  'image/webp': 'WebP image',
  'image/tiff': 'TIFF image',
  'text/plain': 'Plain text',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document (DOCX)',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbook (XLSX)',
  'application/vnd.oasis.opendocument.text': 'OpenDocument text (ODT)',
  'message/rfc822': 'Email (EML)',
}

/** The usual name of a media type: 'PDF', 'Word document (DOCX)'. */
export const fileKind = (mediaType: string): string => kinds[mediaType] ?? mediaType
