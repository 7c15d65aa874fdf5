import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** Fonts, read when a page is made; `import.meta.resolve` needs its argument as a literal. */
const fonts = {
  plain: () => import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: () => import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}
export const ink = '#1B2A41'
export const grey = '#55606F'

/** A text with its size, colour and font. */
type Said = readonly [text: string, size?: number, colour?: string, font?: keyof typeof fonts]

/** Begins a paper of the register on A4, with its ways to write. Each page of one with a margin has its number; a page breaks between paragraphs only. */
export function newPdf(title: string, by: string, at: Date, margin = 48) {
  const pdf = new PDFDocument({
    ...{ size: 'A4', margin, lang: 'en-AU', displayTitle: true, autoFirstPage: false },
    info: { Title: title, Author: by, CreationDate: at, ModDate: at },
  })
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, fileURLToPath(file()))
  let pages = 0
  pdf.on('pageAdded', () => {
    pages++
    if (margin === 0) return
    const { height, margins } = pdf.page
    // Below the text, where a line would begin another page.
    margins.bottom = 0
    pdf.font('plain').fontSize(8).fillColor(grey)
    pdf.text(`${title} · page ${pages}`, margin, height - 0.75 * margin, { lineBreak: false })
    margins.bottom = margin
    pdf.x = margin
    pdf.y = margin
  })
  pdf.addPage()
  const spaced = { lineGap: 1.5 }
  const as = ([, size = 9, colour = ink, font = 'plain']: Said) =>
    pdf.font(font).fontSize(size).fillColor(colour)
  /** Begins a page where so many points are not left on this one. */
  const room = (points: number) => {
    if (pdf.y + points > pdf.page.maxY() && pdf.y > margin) pdf.addPage()
  }
  /** Writes paragraphs that stay on one page, or begin one where that is too small. */
  const together = (...all: Said[]) => {
    const heights = all.map((one) => as(one).heightOfString(one[0], spaced))
    const height = heights.reduce((sum, one) => sum + one, 0)
    room(Math.min(height, pdf.page.maxY() - margin))
    for (const [index, one] of all.entries()) {
      room(heights[index] ?? 0)
      as(one).text(one[0], spaced)
    }
    return pdf
  }
  const say = (...one: Said) => together(one)
  const head = (text: string, followed = 24) => {
    pdf.moveDown(0.7)
    room(20 + followed)
    say(text, 11, ink, 'bold').moveDown(0.2)
  }
  return { pdf, say, together, head }
}
export type Paper = ReturnType<typeof newPdf>

/** Ends a short paper and returns it whole. */
export async function finish({ pdf }: Pick<Paper, 'pdf'>): Promise<Buffer> {
  pdf.end()
  const pieces: Buffer[] = []
  for await (const piece of pdf) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

export const pdfHeaders = (name: string, how: 'inline' | 'attachment' = 'attachment') => ({
  'content-type': 'application/pdf',
  'content-disposition': `${how}; filename="${name}"`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})
