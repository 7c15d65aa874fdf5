/** Files made for the tests of this folder. */

import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { degrees, PDFDocument, PDFHexString, type PDFPage, PDFString } from 'pdf-lib'
import PdfKit from 'pdfkit'
import { pino } from 'pino'
import sharp from 'sharp'
import { createRenderer, type Renderer, type Source } from './renderer.ts'

type PdfOptions = ConstructorParameters<typeof PdfKit>[0]

export const silent = pino({ level: 'silent' })

/** A PDF of A4 pages, a text on each. */
export async function pdfOf(texts: string[], options: PdfOptions = {}): Promise<Buffer> {
  const document = new PdfKit({ size: 'A4', autoFirstPage: false, ...options })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.once('end', resolve))
  for (const text of texts) document.addPage().font('Helvetica').fontSize(14).text(text, 72, 72)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

/** The same PDF with every page turned clockwise. */
export async function turned(pdf: Buffer, angle: number): Promise<Buffer> {
  const document = await PDFDocument.load(pdf)
  for (const page of document.getPages()) page.setRotation(degrees(angle))
  return Buffer.from(await document.save())
}

/** Three pages with an outline. */
export async function outlinedPdf(): Promise<Buffer> {
  const document = new PdfKit({ size: 'A4', autoFirstPage: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.once('end', resolve))
  document.addPage().text('Parties')
  const parties = document.outline.addItem('Parties')
  document.addPage().text('The trustee')
  parties.addItem('The trustee – “M. Chen”')
  document.addPage().text('Schedule')
  document.outline.addItem('Schedule')
  document.end()
  await ended
  return Buffer.concat(chunks)
}

/**
 * Two pages of 400 by 400 points, the second turned clockwise: with a link to the second, one out, and one that would run a program; with a note, a
 * highlighted part and a hidden note; and with a filled field.
 */
export async function annotatedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const [first, second] = [document.addPage([400, 400]), document.addPage([400, 400])]
  second.setRotation(degrees(90))
  const text = (words: string) => PDFHexString.fromText(words)
  const annotate = (page: PDFPage, Subtype: string, Rect: number[], more: Record<string, unknown>) =>
    page.node.addAnnot(
      document.context.register(document.context.obj({ Type: 'Annot', Subtype, Rect, ...more } as never)),
    )
  // The link leads to the middle of the second page's left half, which is the upper half once it is turned.
  annotate(first, 'Link', [40, 340, 140, 360], { Dest: [second.ref, 'XYZ', 100, 200, 0] })
  const uri = { S: 'URI', URI: PDFString.of('https://register.example/trusts?no=7') }
  annotate(first, 'Link', [40, 300, 140, 320], { A: uri })
  annotate(first, 'Link', [40, 260, 140, 280], { A: { S: 'Launch', F: PDFString.of('calc.exe') } })
  const written = { T: text('Jane Chen'), M: PDFString.of("D:20240102030405+10'00'") }
  const note = { Contents: text('Is this date right?\rSee clause 4.'), ...written }
  annotate(first, 'Text', [200, 180, 220, 200], note)
  annotate(first, 'Text', [0, 0, 20, 20], { Contents: text('Hidden'), F: 2 })
  annotate(second, 'Highlight', [40, 340, 140, 360], { Contents: text('Defined twice') })
  const field = document.getForm().createTextField('trustee')
  field.addToPage(first, { x: 40, y: 100, width: 200, height: 20, borderWidth: 0 })
  field.setText('Margaret Chen')
  return Buffer.from(await document.save())
}

/** A picture as from a camera or a scanner: shapes and noise in all brightnesses, different each time. */
export const photograph = async (width: number, height: number, quality = 85): Promise<Buffer> =>
  await sharp(randomBytes(60 * 45 * 3), { raw: { width: 60, height: 45, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality })
    .toBuffer()

/** A PDF of A4 pages that were scanned in colour at 200 dots an inch. */
export async function scannedPdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page++) {
    const image = await document.embedJpg(await photograph(1654, 2339))
    document.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 })
  }
  return Buffer.from(await document.save())
}

/** A page that is filled with a gradient a hundred thousand times, or less often. */
export function endlessPdf(times = 100_000): Buffer {
  const content = '/S sh '.repeat(times)
  const shading =
    '/ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 595 842] /Extend [true true] /Function <</FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1>>'
  const objects = [
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Count 1 /Kids [3 0 R]>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources 5 0 R>> endobj',
    `4 0 obj <</Length ${content.length}>> stream\n${content}\nendstream endobj`,
    `5 0 obj <</Shading <</S <<${shading}>>>>>> endobj`,
  ]
  return handmade(objects)
}

/** Forms that each draw the next one ten times: a thousand million squares in a few kilobytes. */
export function nestedPdf(): Buffer {
  const depth = 9
  const objects = [
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Count 1 /Kids [3 0 R]>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</XObject <</F 5 0 R>>>>>> endobj',
    '4 0 obj <</Length 5>> stream\n/F Do\nendstream endobj',
  ]
  for (let level = 0; level < depth; level++) {
    const last = level === depth - 1
    const content = (last ? '0 0 500 500 re f ' : '/F Do ').repeat(10)
    const resources = last ? '' : `/Resources <</XObject <</F ${level + 6} 0 R>>>>`
    objects.push(
      `${level + 5} 0 obj <</Type /XObject /Subtype /Form /BBox [0 0 595 842] ${resources} /Length ${content.length}>> stream\n${content}\nendstream endobj`,
    )
  }
  return handmade(objects)
}

/** A blank page whose drawing takes twice as many MiB of the PDF engine, or somewhat more. */
export function roomyPdf(mebibytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(mebibytes * 1024 * 1024, ' '), { level: 1 })
  return handmade([
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Count 1 /Kids [3 0 R]>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R>> endobj',
    `4 0 obj <</Filter /FlateDecode /Length ${packed.length}>> stream\n${packed.toString('latin1')}\nendstream endobj`,
  ])
}

function handmade(objects: string[]): Buffer {
  return Buffer.from(`%PDF-1.7\n${objects.join('\n')}\ntrailer <</Root 1 0 R>>\n`, 'latin1')
}

/** A source that counts how often it was read. */
export function source(
  id: string,
  bytes: Buffer,
  fileType = 'application/pdf',
): Source & { reads(): number } {
  let reads = 0
  const read = async () => {
    reads++
    return Buffer.from(bytes)
  }
  return { id, fileType, size: bytes.length, bytes: read, reads: () => reads }
}

/** A drawing's grey levels, 0 (black) to 255. */
export async function greys(image: Buffer) {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
  const count = (x: number, y: number, width: number, height: number, fits: (grey: number) => boolean) => {
    let found = 0
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) {
        if (fits(data[(row * info.width + column) * info.channels] ?? 0)) found++
      }
    }
    return found
  }
  return { width: info.width, height: info.height, count, data }
}

/** Runs with its own renderer. */
export async function withRenderer<T>(
  options: Partial<Parameters<typeof createRenderer>[0]>,
  work: (renderer: Renderer) => Promise<T>,
): Promise<T> {
  const renderer = createRenderer({ logger: silent, ...options })
  try {
    return await work(renderer)
  } finally {
    await renderer.close()
  }
}
