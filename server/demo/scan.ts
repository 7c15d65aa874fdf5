import sharp from 'sharp'
import { openPdf } from '../src/platform/rendering/pdf.ts'
import { startPdfium } from '../src/platform/rendering/pdfium.ts'
import { dateInWords, makePdf, type Pdf, paper, randomFrom } from './pdf.ts'

export interface ScanInput {
  title: string
  format: 'png' | 'jpeg' | 'webp' | 'tiff'
  /** Number of pages; more than one only in a TIFF. */
  pages?: number
}

const dotsPerInch = 110
const width = Math.round((paper.width / 72) * dotsPerInch)
const height = Math.round((paper.height / 72) * dotsPerInch)
const paperOf = [246, 243, 234]

/**
 * Makes a letter as from a flatbed scanner: off-white, slightly askew, speckled. Needs no installed fonts: the letter is made as a PDF and
 * drawn by PDFium, which includes its own. The same picture for the same input.
 */
export async function makeScan({ title, format, pages = 1 }: ScanInput): Promise<Buffer> {
  if (!Number.isInteger(pages) || pages < 1 || (pages > 1 && format !== 'tiff')) {
    throw new RangeError('Only a TIFF has more than one page')
  }
  const random = randomFrom(title)
  const letter = await makePdf({ title, author: 'Deedbox', date: new Date(0) }, (pdf) => {
    for (let page = 1; page <= pages; page++) drawLetter(pdf, title, page, pages, random)
  })
  const drawn = await rasterise(letter)
  const sheets = await Promise.all(
    drawn.map((pixels, index) => asScanned(pixels, randomFrom(`${title} ${index}`))),
  )
  const raw = { raw: { width, height, channels: 3 as const } }
  const [only] = sheets
  const image =
    sheets.length === 1 && only
      ? sharp(only, raw)
      : sharp(
          await Promise.all(sheets.map((sheet) => sharp(sheet, raw).png({ compressionLevel: 1 }).toBuffer())),
          {
            join: { animated: true },
          },
        )
  image.withMetadata({ density: dotsPerInch })
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 6, palette: true, colours: 32, effort: 1 }).toBuffer()
    case 'jpeg':
      return image.jpeg({ quality: 72 }).toBuffer()
    case 'webp':
      return image.webp({ quality: 65, effort: 1 }).toBuffer()
    case 'tiff':
      return image.tiff({ compression: 'jpeg', quality: 72 }).toBuffer()
  }
}

let started: ReturnType<typeof startPdfium> | undefined

/** Draws every page as rows of RGB. */
async function rasterise(bytes: Buffer): Promise<Buffer[]> {
  started ??= startPdfium(256)
  const pdf = openPdf(await started, bytes)
  try {
    return pdf.sizes.map((_, index) => pdf.draw(index + 1, width, height))
  } finally {
    pdf.close()
  }
}

/** Turns clean pixels into a sheet of paper on a scanner's glass. */
async function asScanned(pixels: Buffer, random: () => number): Promise<Buffer> {
  const angle = (0.35 + random() * 0.6) * (random() < 0.5 ? -1 : 1)
  const turned = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .rotate(angle, { background: '#fff' })
    .blur(0.45)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const straight = await sharp(turned.data, { raw: turned.info })
    .extract({
      left: Math.floor((turned.info.width - width) / 2),
      top: Math.floor((turned.info.height - height) / 2),
      width,
      height,
    })
    .raw()
    .toBuffer()
  const sheet = new Uint8ClampedArray(straight.buffer, straight.byteOffset, straight.length)
  // A page is darker towards one edge, where the lid does not press it down.
  const shade = 10 + random() * 14
  const edges = Array.from({ length: width }, (_, column) => shade * (column / width) ** 6)
  let grain = Math.floor(random() * 4_294_967_295) | 1
  for (let pixel = 0; pixel < width * height; pixel++) {
    grain ^= grain << 13
    grain ^= grain >>> 17
    grain ^= grain << 5
    const noise = ((grain >>> 24) - 128) / 24
    const speck = (grain & 0x3ffff) === 0 ? -70 : 0
    const edge = edges[pixel % width] ?? 0
    for (let channel = 0; channel < 3; channel++) {
      const at = pixel * 3 + channel
      const ink = 1 - (straight[at] ?? 255) / 255
      sheet[at] = (paperOf[channel] ?? 255) - edge + noise + speck - ink * 200
    }
  }
  return straight
}

const openings = [
  'Thank you for your instructions of last week. We have now had the opportunity to read the deed and the later variations together.',
  'We refer to our telephone conversation and confirm the advice that we gave you about the trust and its trustee.',
  'As you asked, we have searched our strong room and found the original document, which remains in our safe custody.',
]
const middles = [
  'The power to appoint a new trustee is held by the Appointor alone. It is exercised by deed, and the retiring trustee must hand over the accounts, the minutes and the title documents within fourteen days.',
  'The distribution minute for the year must be signed before midnight on 30 June. A resolution made after that day does not bind the Commissioner, however clear the intention of the family may have been.',
  'The land is still registered in the name of the former trustee. We recommend that a transmission application be lodged before the property is offered for sale, since a purchaser\u2019s solicitor will certainly ask for it.',
  'The loan account has not been repaid within the seven years that the agreement allows. Your accountant should confirm the balance, and we will then prepare a new agreement on the terms that the law requires.',
  'We found no record that the 2009 variation was stamped. The duty is small, but the document cannot be relied upon in court until it has been paid, and we suggest that this be put right at once.',
]
const closings = [
  'Please sign both copies where marked, before a witness who is not a member of the family, and return one of them to us.',
  'Please telephone us if anything in this letter is unclear, or if your circumstances have changed since we last met.',
]

function drawLetter(pdf: Pdf, title: string, page: number, pages: number, random: () => number): void {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const left = paper.margin
  const textWidth = paper.width - 2 * left
  const line = { width: textWidth, lineGap: 3 }
  pdf.addPage()
  pdf
    .font('Times-Bold')
    .fontSize(20)
    .text('Hartley & Lowe', left, 60, { width: textWidth, characterSpacing: 1 })
  pdf
    .font('Times-Italic')
    .fontSize(10)
    .text('Solicitors and Notaries \u00b7 Level 4, 12 Bond Street, Sydney NSW 2000')
  pdf
    .moveTo(left, 104)
    .lineTo(left + textWidth, 104)
    .lineWidth(1)
    .stroke()
  const day = new Date(
    Date.UTC(2015 + Math.floor(random() * 10), Math.floor(random() * 12), 3 + Math.floor(random() * 24)),
  )
  pdf.font('Courier').fontSize(11)
  if (page === 1) {
    pdf.text(dateInWords(day), left, 134, line).moveDown(1.4)
    pdf.text('Dear Client,', line).moveDown(0.9)
    pdf.font('Courier-Bold').text(`Re: ${title}`, line).font('Courier').moveDown(0.9)
    pdf.text(pick(openings), line).moveDown(0.9)
  } else {
    pdf.text(`${title}, page ${page}`, left, 134, line).moveDown(1.4)
  }
  const first = Math.floor(random() * middles.length)
  for (let paragraph = 0; paragraph < 3; paragraph++) {
    pdf.text(middles[(first + paragraph) % middles.length] ?? '', line).moveDown(0.9)
  }
  if (page < pages) return
  pdf.text(pick(closings), line).moveDown(1.2).text('Yours faithfully,', line)
  drawSignature(pdf, left + 6, pdf.y + 34, random)
  pdf.text('Margaret Hartley', left, pdf.y + 70, line)
}

/** Draws a flourish of ink in place of a name. */
function drawSignature(pdf: Pdf, x: number, y: number, random: () => number): void {
  pdf.moveTo(x, y)
  for (let stroke = 1; stroke <= 7; stroke++) {
    const to = x + stroke * 19
    const swing = () => y + (random() - 0.5) * 44
    pdf.bezierCurveTo(to - 24, swing(), to - 2, swing(), to, y + (random() - 0.5) * 12)
  }
  pdf.lineWidth(1.5).stroke()
}
