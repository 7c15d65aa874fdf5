import { type ConvertOptions, RenderError } from '../messages.ts'
import type { Doc } from './blocks.ts'
import { toPdf } from './to-pdf.ts'

type Read = (bytes: Buffer, options: ConvertOptions) => Doc | Promise<Doc>

/** How each type is read. Loaded when first needed. */
const readers: Record<string, () => Promise<Read>> = {
  'text/plain': async () => (await import('./text.ts')).readText,
  'message/rfc822': async () => {
    const { readMail } = await import('./mail.ts')
    return (bytes, { timeZone }) => readMail(bytes, timeZone)
  },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async () =>
    (await import('./docx/read.ts')).readDocx,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': async () =>
    (await import('./xlsx/read.ts')).readXlsx,
  'application/vnd.oasis.opendocument.text': async () => (await import('./odt/read.ts')).readOdt,
}

/** A file as a PDF. @throws RenderError unreadable, too-large */
export async function convert(fileType: string, bytes: Buffer, options: ConvertOptions): Promise<Buffer> {
  const read = await readers[fileType]?.()
  if (!read) throw new RenderError('unreadable')
  const doc = await read(bytes, options)
  return toPdf({ ...doc, notes: [...options.notes, ...doc.notes] })
}
