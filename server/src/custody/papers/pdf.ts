import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** Fonts, read when a page is made; `import.meta.resolve` needs its argument as a literal. */
const fonts = {
  plain: () => import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: () => import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}
export const ink = '#1B2A41'
export const grey = '#55606F'

/** Begins a paper of the register on A4, with its way to write a line. */
export function newPdf(title: string, by: string, at: Date, margin = 48) {
  const pdf = new PDFDocument({
    ...{ size: 'A4', margin, lang: 'en-AU', displayTitle: true },
    info: { Title: title, Author: by, CreationDate: at, ModDate: at },
  })
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, fileURLToPath(file()))
  const say = (text: string, size = 9, colour = ink, font: keyof typeof fonts = 'plain') =>
    pdf.font(font).fontSize(size).fillColor(colour).text(text, { lineGap: 1.5 })
  const head = (text: string) => {
    pdf.moveDown(0.7)
    say(text, 11, ink, 'bold').moveDown(0.2)
  }
  return { pdf, say, head }
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

/** Writes an instant as people read it, in the deployment's time zone. */
export const instantIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return (at: string | Date): string => format.format(new Date(at))
}
