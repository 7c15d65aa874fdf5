import { convert } from '../convert.ts'
import { type Page, readPdf } from './read-pdf.ts'

const openXml = 'application/vnd.openxmlformats-officedocument'
const types = {
  txt: 'text/plain',
  eml: 'message/rfc822',
  docx: `${openXml}.wordprocessingml.document`,
  xlsx: `${openXml}.spreadsheetml.sheet`,
  odt: 'application/vnd.oasis.opendocument.text',
}
export type Kind = keyof typeof types

const preparePicture = async (bytes: Buffer) => bytes

export const pdfOf = (kind: Kind, bytes: string | Buffer): Promise<Buffer> =>
  convert(types[kind], Buffer.from(bytes), { timeZone: 'Australia/Sydney', preparePicture })

/** The pages that a file becomes. */
export const pagesOf = async (kind: Kind, bytes: string | Buffer): Promise<Page[]> =>
  readPdf(await pdfOf(kind, bytes))

/** The words of each page, with one space between them. */
export const wordsOf = async (kind: Kind, bytes: string | Buffer): Promise<string[]> =>
  (await pagesOf(kind, bytes)).map(({ words }) => words.map(({ text }) => text).join(' '))
