import { jpegOf, type ScannedPage } from './image.ts'
import { onPage } from './pages.ts'

/** Loads the library when somebody begins to scan, so that the PDF can be made without a connection. */
export const loadPdfLibrary = () => import('@cantoo/pdf-lib')

/** Makes one PDF of these pages, each on its own A4 page. */
export async function makePdf(title: string, pages: readonly ScannedPage[]): Promise<File> {
  const { PDFDocument } = await loadPdfLibrary()
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  pdf.setCreator('Deedbox')
  for (const page of pages) {
    const image = await pdf.embedJpg(await (await jpegOf(page)).arrayBuffer())
    const { page: size, at } = onPage(image)
    pdf.addPage([size.width, size.height]).drawImage(image, at)
  }
  const bytes = await pdf.save()
  const name =
    title
      .replace(/[\\/:*?"<>|]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 200) || 'Scan'
  return new File([new Uint8Array(bytes)], `${name}.pdf`, { type: 'application/pdf' })
}
