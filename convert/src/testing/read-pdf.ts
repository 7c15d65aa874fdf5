import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/** The part of the Emscripten module that is used here; the package's types need typings that it does not include. */
type Native = {
  HEAPU8: Uint8Array<ArrayBuffer>
  wasmExports: { malloc(size: number): number; free(pointer: number): void }
}

/** A word with its left and upper edge, in fractions (0 to 1) of the page. */
export type Word = { text: string; x: number; y: number; right: number }
export type Page = { text: string; lines: string[]; words: Word[] }

const started = readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  .then((wasmBinary) => init({ wasmBinary } as Partial<WrappedPdfiumModule['pdfium']>))
  .then((calls) => {
    calls.PDFiumExt_Init()
    return calls
  })

/** The pages of a PDF as PDFium reads them. */
export async function readPdf(pdf: Buffer): Promise<Page[]> {
  const calls = await started
  const native = calls.pdfium as unknown as Native
  const file = native.wasmExports.malloc(pdf.length)
  native.HEAPU8.set(pdf, file)
  const document = calls.FPDF_LoadMemDocument(file, pdf.length, '')
  const count = calls.FPDF_GetPageCount(document)
  const pages = Array.from({ length: count }, (_, index) => {
    const page = calls.FPDF_LoadPage(document, index)
    const read = readPage(calls, native, page)
    calls.FPDF_ClosePage(page)
    return read
  })
  calls.FPDF_CloseDocument(document)
  native.wasmExports.free(file)
  return pages
}

/** Whole numbers in which PDFium answers: a page this wide gives fractions to five places. */
const fine = 100_000

function readPage(calls: WrappedPdfiumModule, native: Native, page: number): Page {
  const text = calls.FPDFText_LoadPage(page)
  // A box of four floats, and a point of two ints.
  const room = native.wasmExports.malloc(24)
  const onPage = (x: number, y: number) => {
    calls.FPDF_PageToDevice(page, 0, 0, fine, fine, 0, x, y, room + 16, room + 20)
    const [left = 0, top = 0] = new Int32Array(native.HEAPU8.buffer, room + 16, 2)
    return { x: left / fine, y: top / fine }
  }
  const boxOf = (index: number) => {
    calls.FPDFText_GetLooseCharBox(text, index, room)
    const [left = 0, top = 0, right = 0] = new Float32Array(native.HEAPU8.buffer, room, 4)
    return { start: onPage(left, top), right: onPage(right, top).x }
  }
  const characters = Array.from({ length: calls.FPDFText_CountChars(text) }, (_, index) =>
    String.fromCodePoint(calls.FPDFText_GetUnicode(text, index) >>> 0),
  )
  const words: Word[] = []
  for (let from = 0, to = 0; from < characters.length; from = to + 1) {
    to = characters.findIndex((character, index) => index >= from && /\s/u.test(character))
    if (to < 0) to = characters.length
    if (to === from) continue
    words.push({
      text: characters.slice(from, to).join(''),
      ...boxOf(from).start,
      right: boxOf(to - 1).right,
    })
  }
  native.wasmExports.free(room)
  calls.FPDFText_ClosePage(text)
  const whole = characters.join('').replaceAll('\r\n', '\n')
  return { text: whole, lines: whole.split('\n').map((line) => line.trim()), words }
}
