import PDFDocument from 'pdfkit'
import { dayIn } from '../../platform/instants.ts'

/** Facts that a holder's sheet says besides the words. */
export type Sheet = {
  number: number
  parts: number
  threshold: number
  words: string
  masterKeyId: string
  mark: string
  /** Name of the place whose key it is, such as deeds.example. */
  host: string
  made: Date
  timeZone: string
}

const columns = 4
const body = 10

const format = `A program of your own recovers the key like this. (1) Replace each word by its place (0 to 2047) in the English word list of BIP 39, written as 11 bits, the first bit first: 352 bits, which are 44 bytes. (2) Byte 0 is 1; byte 1 is the number of parts that are needed; bytes 2 and 3 are the same in all parts that belong together; bytes 4 to 7 are the beginning of the fingerprint below; bytes 8 to 39 are y[0] to y[31], byte 40 is x; bytes 41 to 43 are the first three bytes of the SHA-256 of bytes 0 to 40. (3) Take as many parts as are needed, each with another x. For each i from 0 to 31, byte i of the key is the value at 0 of the polynomial through the points (x, y[i]), by Lagrange, over GF(2^8) with the polynomial x^8 + x^4 + x^3 + x + 1 (0x11b), where adding is XOR. (4) Check: the fingerprint is the first 16 hexadecimal digits of HMAC-SHA256 with the 32 bytes as its key and the text deedbox/master-key-id. The file master.key holds the key in base64.`

/** Makes the sheet of one holder: the words of their part, and how the key is recovered, with Deedbox or without. */
export async function escrowSheet(sheet: Sheet): Promise<Buffer> {
  const { number, parts, threshold, words, masterKeyId, mark, host, made, timeZone } = sheet
  const title = `Part ${number} of ${parts} of the master key of ${host}`
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 56,
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: title, Author: 'Deedbox', CreationDate: made, ModDate: made },
  })
  const day = dayIn(made, timeZone)
  const say = (text: string) => pdf.font('Helvetica').fontSize(body).text(text, { lineGap: 2 }).moveDown()
  const head = (text: string) => pdf.font('Helvetica-Bold').fontSize(12).text(text).moveDown(0.4)
  pdf.font('Helvetica-Bold').fontSize(18).text(title).moveDown(0.6)
  say(
    `Made on ${day}. Any ${threshold} of the ${parts} parts together give back the key that opens every document there; fewer tell nothing of it. Keep this sheet where nobody else reads it, apart from the other holders, and show it to nobody but those who recover the key. Do not photograph it.`,
  )
  head('Words')
  const top = pdf.y
  const width = (pdf.page.width - 112) / columns
  for (const [at, word] of words.split(' ').entries()) {
    const x = 56 + (at % columns) * width
    const y = top + Math.floor(at / columns) * 22
    pdf
      .font('Helvetica')
      .fontSize(9)
      .fillColor('#555555')
      .text(`${at + 1}`, x, y + 3, { lineBreak: false })
    pdf
      .font('Courier-Bold')
      .fontSize(13)
      .fillColor('#000000')
      .text(word, x + 20, y, { lineBreak: false })
  }
  pdf.x = 56
  pdf.y = top + Math.ceil(words.split(' ').length / columns) * 22 + 14
  head('With Deedbox')
  say(
    `Run the command keys recover (npm run keys -- recover) on the machine where Deedbox is to run again, and type the words of ${threshold} parts. It writes the file master.key. A drill, under System, Keys, proves that the parts are right and writes nothing.`,
  )
  head('Without Deedbox')
  say(format)
  say(`Fingerprint of the key: ${masterKeyId}. Mark of these parts: ${mark}.`)
  pdf.end()
  const pieces: Buffer[] = []
  for await (const piece of pdf) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
