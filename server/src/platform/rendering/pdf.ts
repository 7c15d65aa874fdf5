import {
  type Annotations,
  type Box,
  type Field,
  type OutlineEntry,
  type PageSize,
  type PageText,
  RenderError,
} from './messages.ts'
import { frameOf } from './pdf-annotations.ts'
import { readFields } from './pdf-fields.ts'
import { readAnnotations } from './pdf-notes.ts'
import { readOutline } from './pdf-outline.ts'
import { readSignatures, type SignatureField } from './pdf-signatures.ts'
import { readBoxes, readPlainText, readText, type Span } from './pdf-text.ts'
import type { Pdfium } from './pdfium.ts'
import { type Scan, scanOn } from './scan.ts'

/** Pixels of a part of a page. */
type Area = { x: number; y: number; width: number; height: number }

export type PageContent = { text: string; fields: Field[]; blank: boolean }

/** An open document. Pages count from 1. Everything but `close` throws RenderError. */
export type Pdf = {
  sizes: PageSize[]
  /** Rows of RGB, three bytes a pixel: of the whole page in this size, or of a part of it. */
  draw(page: number, width: number, height: number, part?: Area): Buffer<ArrayBuffer>
  /** The same, unless the page is one scan and nothing else: then what to draw it from, with `fewer` pixels where it has fewer. */
  drawOrScan(page: number, size: PageSize, fewer: boolean): Buffer<ArrayBuffer> | Scan
  text(page: number): PageText
  /** The page's text and the values of its fields, for search; `blank`: it has nothing at all, not even a picture. */
  content(page: number): PageContent
  /** The boxes of parts of the page's text. */
  boxes(page: number, spans: Span[]): Box[][]
  outline(): OutlineEntry[]
  annotations(): Annotations
  signatures(): SignatureField[]
  close(): void
}

const maxPages = 20_000

// fpdfview.h
const formatBgr = 2
const errorPassword = 4
const errorSecurity = 5
const drawAnnotations = 0x01
const redFirst = 0x10
const limitImageCache = 0x200
const white = 0xff_ff_ff_ff
const black = 0xff_00_00_00

/** Opens a PDF, one that needs a password with it. @throws RenderError encrypted, locked, unreadable, too-large */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array, password?: string): Pdf {
  const { calls } = pdfium
  const { document, close } = pdfium.open(bytes, password)
  try {
    if (document === 0) {
      const error = calls.FPDF_GetLastError()
      if (error === errorSecurity) throw new RenderError('locked')
      throw new RenderError(error === errorPassword ? 'encrypted' : 'unreadable')
    }
    const count = calls.FPDF_GetPageCount(document)
    if (count < 1) throw new RenderError('unreadable')
    if (count > maxPages) throw new RenderError('too-large')
    const sizes = Array.from({ length: count }, (_, index) => pageSize(pdfium, document, index))
    const form = openForm(pdfium, document)
    const paintPage = (
      handle: number,
      width: number,
      height: number,
      area: Area = { x: 0, y: 0, width, height },
    ) =>
      paint(pdfium, area.width, area.height, white, (bitmap) => {
        const flags = drawAnnotations | redFirst | limitImageCache
        const place = { x: -area.x, y: -area.y, width, height }
        calls.FPDF_RenderPageBitmap(bitmap, handle, place.x, place.y, width, height, 0, flags)
        form?.draw(bitmap, handle, place)
      })
    const fieldsOf = (page: number) =>
      form ? readFields(pdfium, document, form.handle, frameOf(pdfium, document, page - 1)) : []
    return {
      sizes,
      draw: (page, width, height, part) =>
        withPage(pdfium, document, page, (handle) => paintPage(handle, width, height, part)),
      drawOrScan: (page, size, fewer) =>
        withPage(
          pdfium,
          document,
          page,
          (handle) =>
            scanOn(pdfium, handle, bytes, size, fewer) ?? paintPage(handle, size.width, size.height),
        ),
      text: (page) =>
        withPage(pdfium, document, page, (handle) => withFields(readText(pdfium, handle), fieldsOf(page))),
      content: (page) =>
        withPage(pdfium, document, page, (handle) => ({
          text: readPlainText(pdfium, handle),
          fields: fieldsOf(page),
          blank: calls.FPDFPage_CountObjects(handle) === 0,
        })),
      boxes: (page, spans) => withPage(pdfium, document, page, (handle) => readBoxes(pdfium, handle, spans)),
      outline: () => readOutline(pdfium, document, count),
      annotations: () => readAnnotations(pdfium, document, count),
      signatures: () => readSignatures(pdfium, document),
      close() {
        form?.close()
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Adds what was filled in to the text of a page, each value as one word in its field. */
function withFields({ text, words }: PageText, fields: Field[]): PageText {
  return {
    text: [text, ...fields.map(({ value }) => value)].filter((part) => part !== '').join('\n'),
    words: [...words, ...fields.map(({ value, box }) => ({ text: value.replace(/\s+/gu, ' '), ...box }))],
  }
}

/** Draws filled-in fields, which only PDFium's form part does. It runs no script here, as the build has no engine for one. */
function openForm({ calls }: Pdfium, document: number) {
  if (calls.FPDF_GetFormType(document) === 0) return undefined
  const info = calls.PDFiumExt_OpenFormFillInfo()
  const form = calls.PDFiumExt_InitFormFillEnvironment(document, info)
  if (form === 0) {
    calls.PDFiumExt_CloseFormFillInfo(info)
    return undefined
  }
  return {
    handle: form,
    draw(bitmap: number, page: number, { x, y, width, height }: Area) {
      calls.FORM_OnAfterLoadPage(page, form)
      calls.FPDF_FFLDraw(form, bitmap, page, x, y, width, height, 0, redFirst)
      calls.FORM_OnBeforeClosePage(page, form)
    },
    close() {
      calls.PDFiumExt_ExitFormFillEnvironment(form)
      calls.PDFiumExt_CloseFormFillInfo(info)
    },
  }
}

/** Lets `draw` paint on a canvas. Returns rows of RGB, three bytes a pixel. */
function paint(
  pdfium: Pdfium,
  width: number,
  height: number,
  ground: number,
  draw: (bitmap: number) => void,
): Buffer<ArrayBuffer> {
  const { calls } = pdfium
  const size = width * height * 3
  return pdfium.withBlock(size, (pixels) => {
    const bitmap = calls.FPDFBitmap_CreateEx(width, height, formatBgr, pixels, width * 3)
    if (bitmap === 0) throw new RenderError('too-large')
    try {
      calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, ground)
      draw(bitmap)
    } finally {
      calls.FPDFBitmap_Destroy(bitmap)
    }
    return Buffer.from(pdfium.memory().slice(pixels, pixels + size).buffer)
  })
}

/** The only page of a PDF of ours, drawn on black. */
export function drawOnBlack(pdfium: Pdfium, pdf: string, width: number, height: number): Buffer<ArrayBuffer> {
  const { document, close } = pdfium.open(Buffer.from(pdf, 'latin1'))
  try {
    return withPage(pdfium, document, 1, (page) =>
      paint(pdfium, width, height, black, (bitmap) => {
        pdfium.calls.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, redFirst)
      }),
    )
  } finally {
    close()
  }
}

function pageSize(pdfium: Pdfium, document: number, index: number): PageSize {
  // struct FS_SIZEF { float width, height }
  return pdfium.withBlock(8, (pointer) => {
    if (!pdfium.calls.FPDF_GetPageSizeByIndexF(document, index, pointer)) return { width: 1, height: 1 }
    const [width = 1, height = 1] = new Float32Array(pdfium.memory().buffer, pointer, 2)
    const points = (length: number) => Math.max(1, Math.round(length * 100) / 100)
    return { width: points(width), height: points(height) }
  })
}

function withPage<T>(pdfium: Pdfium, document: number, page: number, work: (handle: number) => T): T {
  const handle = pdfium.calls.FPDF_LoadPage(document, page - 1)
  if (handle === 0) throw new RenderError('unreadable')
  try {
    return work(handle)
  } finally {
    pdfium.calls.FPDF_ClosePage(handle)
  }
}
