import type { Doc } from './blocks.ts'
import { ConvertError } from './error.ts'
import type { Limits } from './limits.ts'
import { toPdf } from './to-pdf.ts'

export type ConvertOptions = Limits & {
  /** Time zone of the dates of mails. */
  timeZone: string
  /** Note above the first page. */
  notes?: string[]
  /** Turns a picture into an upright JPEG, or a PNG without transparency; undefined for one that cannot be drawn. */
  preparePicture?: PreparePicture
}
export type PreparePicture = (bytes: Buffer) => Promise<Buffer | undefined>

type Read = (bytes: Buffer, options: ConvertOptions) => Doc | Promise<Doc>

/** Readers by media type, loaded when first needed. */
const readers: Record<string, () => Promise<Read>> = {
  'text/plain': async () => (await import('./text.ts')).readText,
  'message/rfc822': async () => (await import('./mail.ts')).readMail,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async () =>
    (await import('./docx/read.ts')).readDocx,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': async () =>
    (await import('./xlsx/read.ts')).readXlsx,
  'application/vnd.oasis.opendocument.text': async () => (await import('./odt/read.ts')).readOdt,
}

/**
 * A file of this media type as a PDF.
 * @throws ConvertError 'unreadable', also for a type that is none of these; encrypted, too-large, memory, timeout
 */
export async function convert(fileType: string, bytes: Buffer, options: ConvertOptions): Promise<Buffer> {
  const read = await readers[fileType]?.()
  if (!read) throw new ConvertError('unreadable')
  const doc = await read(bytes, options)
  return toPdf({ ...doc, notes: [...(options.notes ?? []), ...doc.notes] }, options)
}
