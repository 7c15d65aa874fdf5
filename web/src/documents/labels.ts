import { type CopyKind, copyKinds } from '@deedbox/contract/copy-terms.ts'
import { detailText } from '@deedbox/contract/document-details.ts'
import { documentTypeLabels } from '@deedbox/contract/document-terms.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Names a type: 'Trust deed'. */
export const typeLabel = (type: string): string =>
  Object.entries(documentTypeLabels).find(([name]) => name === type)?.[1] ?? capital(type)

/** Names a kind, or the type where nobody has said a kind: 'Codicil'; of a copy that can be checked, which it is. */
export const kindLabel = ({
  kind,
  type,
  copy,
}: {
  kind: string | null
  type: string
  copy?: CopyKind | null
}): string => (copy && copyKinds[copy]) || detailText('kind', kind) || typeLabel(type)

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

/** The way back from a document's page. */
export const backToDocuments = { to: '/documents', label: 'Back to Documents' }
