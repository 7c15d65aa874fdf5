import sharp from 'sharp'
import { openPdf } from '../src/platform/rendering/pdf.ts'
import { startPdfium } from '../src/platform/rendering/pdfium.ts'
import { drawLetter } from './letter.ts'
import { makePdf, paper, randomFrom } from './pdf.ts'

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
/** Grey of the lid, which shows at the edges of a page that lies askew. */
const lid = '#9c9c98'
/** Pixels: how far a punched hole is from the left edge, and its radius. */
const hole = { from: 34, radius: 9 }

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
  return scanOf(letter, title, format)
}

/**
 * Scans the pages of a PDF: as a picture, or as a PDF of pictures without text, as an office scanner makes it. Only a TIFF and a PDF take
 * more than one page. The same bytes for the same input.
 */
export async function scanOf(
  paperPdf: Buffer,
  title: string,
  format: ScanInput['format'] | 'pdf',
): Promise<Buffer> {
  const drawn = await rasterise(paperPdf)
  const sheets = await Promise.all(
    drawn.map((pixels, index) => asScanned(pixels, randomFrom(`${title} ${index}`))),
  )
  const raw = { raw: { width, height, channels: 3 as const } }
  if (format === 'pdf') {
    const pictures = await Promise.all(
      sheets.map((sheet) => sharp(sheet, raw).jpeg({ quality: 60 }).toBuffer()),
    )
    return makePdf({ title, author: 'Scanner', date: new Date(0) }, (pdf) => {
      for (const picture of pictures)
        pdf.addPage().image(picture, 0, 0, { width: paper.width, height: paper.height })
    })
  }
  const [only] = sheets
  const image =
    sheets.length === 1 && only
      ? sharp(only, raw)
      : sharp(
          await Promise.all(sheets.map((sheet) => sharp(sheet, raw).png({ compressionLevel: 1 }).toBuffer())),
          { join: { animated: true } },
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
    .rotate(angle, { background: lid })
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
  // A letter was folded in three, and most papers were in a binder.
  const folded = random() < 0.5
  const punched = random() < 0.6
  let grain = Math.floor(random() * 4_294_967_295) | 1
  for (let pixel = 0; pixel < width * height; pixel++) {
    grain ^= grain << 13
    grain ^= grain >>> 17
    grain ^= grain << 5
    const noise = ((grain >>> 24) - 128) / 24
    const speck = (grain & 0x3ffff) === 0 ? -70 : 0
    const column = pixel % width
    const row = (pixel - column) / width
    const crease = folded && Math.abs((row % Math.floor(height / 3)) - 4) < 2 && row > 40 ? 11 : 0
    const below = punched
      ? Math.min(Math.abs(row - height / 2 + 173), Math.abs(row - height / 2 - 173))
      : height
    const isHole = below < hole.radius && Math.hypot(below, column - hole.from) < hole.radius
    const edge = (edges[column] ?? 0) + crease + (isHole ? 95 : 0)
    for (let channel = 0; channel < 3; channel++) {
      const at = pixel * 3 + channel
      const ink = 1 - (straight[at] ?? 255) / 255
      sheet[at] = (paperOf[channel] ?? 255) - edge + noise + speck - ink * 200
    }
  }
  return straight
}
