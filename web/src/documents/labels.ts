import { detailText } from '@deedbox/contract/document-details.ts'
import { documentTypeLabels } from '@deedbox/contract/document-terms.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Names a type: 'Trust deed'. */
export const typeLabel = (type: string): string =>
  Object.entries(documentTypeLabels).find(([name]) => name === type)?.[1] ?? capital(type)

/** Names a kind, or the type where nobody has said a kind: 'Codicil'. */
export const kindLabel = ({ kind, type }: { kind: string | null; type: string }): string =>
  detailText('kind', kind) || typeLabel(type)

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

/** Returns the usual name of a media type: 'PDF', 'Word document (DOCX)'. */
export const fileKind = (mediaType: string): string => kinds[mediaType] ?? mediaType
