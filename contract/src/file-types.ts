import { limits } from './limits.ts'

/** Types of files that may be uploaded: extension → media type. */
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

/** Kinds of files that lists are filtered by, each with its extensions. */
export const fileKinds = {
  pdf: { label: 'PDF', extensions: ['pdf'] },
  picture: { label: 'Picture', extensions: ['png', 'jpg', 'webp', 'tif'] },
  text: { label: 'Text', extensions: ['txt'] },
  word: { label: 'Word document', extensions: ['docx', 'odt'] },
  sheet: { label: 'Spreadsheet', extensions: ['xlsx'] },
  mail: { label: 'Email', extensions: ['eml'] },
} as const
export type FileKind = keyof typeof fileKinds
export const fileKindLabels = Object.fromEntries(
  Object.entries(fileKinds).map(([kind, { label }]) => [kind, label]),
) as Record<FileKind, string>
/** Writes the kind of a file of this media type within a sentence. */
export const kindText = (fileType: string): string => {
  const label = Object.values(fileKinds).find(({ extensions }) =>
    extensions.some((extension) => fileTypes[extension] === fileType),
  )?.label
  return label === 'PDF' ? label : (label?.toLowerCase() ?? 'file').replace(/^word/, 'Word')
}
/** The media types of a kind of file. */
export const typesOf = (kind: FileKind): string[] =>
  fileKinds[kind].extensions.flatMap((extension) => fileTypes[extension] ?? [])

/** Media types whose pages the viewer can display; for others it says 'Preview Not Available'. */
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

/** Returns the lower-case extension of a file name, without the dot. */
export const extensionOf = (fileName: string): string => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** Suggests a title from a file name: 'smith_family-trust.pdf' → 'smith family-trust'. */
export function titleOf(fileName: string): string {
  const bare = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return (bare || fileName).slice(0, limits.text.title)
}
