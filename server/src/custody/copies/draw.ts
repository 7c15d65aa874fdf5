import { fileURLToPath } from 'node:url'
import { codeText } from '@deedbox/contract/copy-code.ts'
import { type CopyKind, copyKinds } from '@deedbox/contract/copy-terms.ts'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import type { PageSize, Renderer, Source } from '../../platform/rendering/renderer.ts'

/** Fonts, read when a copy is made; `import.meta.resolve` needs its argument as a literal. */
const fonts = {
  plain: () => import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: () => import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}
const ink = '#1B2A41'
const [short, long] = [595.28, 841.89]
const margin = 30
/** Height of what stands under each page, and of its QR code. */
const band = 92
const square = 72
/** Pixels for each point of the drawn page: about 216 an inch. */
const scale = 3
/** Bytes that wait to be stored, above which the next page is not drawn yet. */
const most = 8 * 1024 * 1024

export type CopyOf = {
  kind: CopyKind
  title: string
  code: string
  /** Sentences under each page. */
  says: string[]
  publicUrl: string
  by: string
  at: Date
}

/**
 * Draws a copy: each page as a picture, made smaller to leave room for a line that says what the copy is, its page number, code and QR code. What the
 * file could do besides being read (fields, links, scripts, hidden text) is not in it. Its stream fails with what the renderer throws.
 */
export function drawCopy(
  renderer: Renderer,
  source: Source,
  sizes: PageSize[],
  copy: CopyOf,
): PDFKit.PDFDocument {
  const { kind, title, by, at } = copy
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: title, Subject: copyKinds[kind], Author: by, CreationDate: at, ModDate: at },
  })
  const draw = async () => {
    for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, fileURLToPath(file()))
    for (const [index, size] of sizes.entries()) {
      const { image } = await renderer.draw(source, { page: index + 1, scale })
      while (pdf.readableLength > most && !pdf.destroyed) await new Promise((next) => setImmediate(next))
      if (pdf.destroyed) return
      addPage(pdf, image, size, `page ${index + 1} of ${sizes.length}`, copy)
    }
    pdf.end()
  }
  draw().catch((error: Error) => pdf.destroy(error))
  return pdf
}

function addPage(pdf: PDFKit.PDFDocument, image: Buffer, size: PageSize, number: string, copy: CopyOf): void {
  const wide = size.width > size.height
  const [width, height] = wide ? [long, short] : [short, long]
  pdf.addPage({ size: [width, height], margin: 0 })
  const line = height - margin - band
  const room: [number, number] = [width - 2 * margin, line - margin - 8]
  pdf.image(image, margin, margin, { fit: room, align: 'center', valign: 'center' })
  pdf
    .moveTo(margin, line)
    .lineTo(width - margin, line)
    .lineWidth(0.75)
    .strokeColor(ink)
    .stroke()
  const left = width - 2 * margin - square - 12
  const text = { width: left, lineGap: 0.5 }
  pdf.font('bold').fontSize(9).fillColor(ink)
  pdf.text(`${copyKinds[copy.kind]} · ${number}`, margin, line + 7, text)
  pdf.font('plain').fontSize(7)
  for (const sentence of copy.says) pdf.text(sentence, { ...text, paragraphGap: 1 })
  const address = `${copy.publicUrl}/check`
  pdf.text(`Check it at ${address} with the code ${codeText(copy.code)}`, text)
  drawQr(pdf, `${address}/${copy.code}`, width - margin - square, line + 10)
}

/** Draws a QR code as squares, so that it is sharp at every size. */
function drawQr(pdf: PDFKit.PDFDocument, content: string, x: number, y: number): void {
  const { data, size } = encode(content, { ecc: 'M', border: 0 })
  const side = square / size
  for (const [row, cells] of data.entries())
    for (const [column, dark] of cells.entries())
      if (dark) pdf.rect(x + column * side, y + row * side, side, side)
  pdf.fillColor('#000000').fill()
}
