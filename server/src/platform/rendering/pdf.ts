import { type PageSize, type PageText, RenderError, type Word } from './messages.ts'
import type { Pdfium } from './pdfium.ts'
import { type Scan, scanOn } from './scan.ts'

/** An open document. Pages count from 1. Everything but `close` throws RenderError. */
export type Pdf = {
  sizes: PageSize[]
  /** Rows of RGB, three bytes a pixel. */
  draw(page: number, width: number, height: number): Buffer<ArrayBuffer>
  /** The same, unless the page is one scan and nothing else: then what to draw it from. */
  drawOrScan(page: number, width: number, height: number): Buffer<ArrayBuffer> | Scan
  text(page: number): PageText
  /** The page's text alone, for search. */
  plainText(page: number): string
  close(): void
}

const maxPages = 20_000
const maxCharactersOfPage = 200_000
const maxWordsOfPage = 20_000

// fpdfview.h
const formatBgr = 2
const errorPassword = 4
const errorSecurity = 5
const drawAnnotations = 0x01
const redFirst = 0x10
const limitImageCache = 0x200
const white = 0xff_ff_ff_ff
const black = 0xff_00_00_00

/** Opens a PDF that needs no password. @throws RenderError encrypted, unreadable, too-large */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array): Pdf {
  const { calls } = pdfium
  const { document, close } = pdfium.open(bytes)
  try {
    if (document === 0) {
      const error = calls.FPDF_GetLastError()
      throw new RenderError(error === errorPassword || error === errorSecurity ? 'encrypted' : 'unreadable')
    }
    const count = calls.FPDF_GetPageCount(document)
    if (count < 1) throw new RenderError('unreadable')
    if (count > maxPages) throw new RenderError('too-large')
    const sizes = Array.from({ length: count }, (_, index) => pageSize(pdfium, document, index))
    const form = openForm(pdfium, document)
    const paintPage = (handle: number, width: number, height: number) =>
      paint(pdfium, width, height, white, (bitmap) => {
        const flags = drawAnnotations | redFirst | limitImageCache
        calls.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, flags)
        form?.draw(bitmap, handle, width, height)
      })
    return {
      sizes,
      draw: (page, width, height) =>
        withPage(pdfium, document, page, (handle) => paintPage(handle, width, height)),
      drawOrScan: (page, width, height) =>
        withPage(
          pdfium,
          document,
          page,
          (handle) => scanOn(pdfium, handle, bytes, { width, height }) ?? paintPage(handle, width, height),
        ),
      text: (page) => withPage(pdfium, document, page, (handle) => readText(pdfium, handle)),
      plainText: (page) => withPage(pdfium, document, page, (handle) => readPlainText(pdfium, handle)),
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

/** What people filled in is drawn by PDFium's form part only. It runs no script here: the build has no engine for one. */
function openForm({ calls }: Pdfium, document: number) {
  if (calls.FPDF_GetFormType(document) === 0) return undefined
  const info = calls.PDFiumExt_OpenFormFillInfo()
  const form = calls.PDFiumExt_InitFormFillEnvironment(document, info)
  return {
    draw(bitmap: number, page: number, width: number, height: number) {
      if (form === 0) return
      calls.FORM_OnAfterLoadPage(page, form)
      calls.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, redFirst)
      calls.FORM_OnBeforeClosePage(page, form)
    },
    close() {
      if (form !== 0) calls.PDFiumExt_ExitFormFillEnvironment(form)
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

function withText<T>(pdfium: Pdfium, page: number, work: (text: number, count: number) => T): T {
  const text = pdfium.calls.FPDFText_LoadPage(page)
  if (text === 0) throw new RenderError('unreadable')
  try {
    return work(text, Math.min(pdfium.calls.FPDFText_CountChars(text), maxCharactersOfPage))
  } finally {
    pdfium.calls.FPDFText_ClosePage(text)
  }
}

/** PDFium gives U+0002 for a hyphen that splits a word at the end of a line. */
export const splitHyphen = '\u0002'

function characterAt(pdfium: Pdfium, text: number, index: number): string {
  const code = pdfium.calls.FPDFText_GetUnicode(text, index) >>> 0
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}

function readPlainText(pdfium: Pdfium, page: number): string {
  return withText(pdfium, page, (text, count) =>
    Array.from({ length: count }, (_, index) => characterAt(pdfium, text, index)).join(''),
  )
}

function readText(pdfium: Pdfium, page: number): PageText {
  return withText(pdfium, page, (text, count) =>
    // Room for FS_RECTF { float left, top, right, bottom } and two ints.
    pdfium.withBlock(24, (room) => {
      const words: Word[] = []
      let all = ''
      let word = ''
      let box = nowhere
      const endWord = () => {
        const place = visible(box)
        if (place && words.length < maxWordsOfPage) words.push({ text: word, ...place })
        word = ''
        box = nowhere
      }
      for (let index = 0; index < count; index++) {
        const character = characterAt(pdfium, text, index).replace(splitHyphen, '-')
        all += character
        if (/^\s*$/u.test(character)) endWord()
        else {
          word += character
          box = union(box, boxOf(pdfium, page, text, index, room))
        }
      }
      endWord()
      return { text: all.replaceAll('\r\n', '\n'), words }
    }),
  )
}

/** PDFium answers in whole pixels: a page this wide gives fractions to five places, rotation and crop box applied. */
const fine = 100_000

/** Fractions of the page: left, top, right, bottom. */
type Box = [number, number, number, number]
const nowhere: Box = [Infinity, Infinity, -Infinity, -Infinity]

function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}

function boxOf(pdfium: Pdfium, page: number, text: number, index: number, room: number): Box {
  const { calls } = pdfium
  calls.FPDFText_GetLooseCharBox(text, index, room)
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.memory().buffer, room, 4)
  const at = (x: number, y: number) => {
    calls.FPDF_PageToDevice(page, 0, 0, fine, fine, 0, x, y, room + 16, room + 20)
    const [deviceX = 0, deviceY = 0] = new Int32Array(pdfium.memory().buffer, room + 16, 2)
    return [deviceX / fine, deviceY / fine] as const
  }
  const [x1, y1] = at(left, top)
  const [x2, y2] = at(right, bottom)
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

/** The part of the box that lies on the page, if any does. */
function visible(box: Box): Omit<Word, 'text'> | undefined {
  const [x, y, right, bottom] = box.map((fraction) => Math.min(1, Math.max(0, fraction))) as Box
  const fraction = (length: number) => Math.round(length * fine) / fine
  return right > x && bottom > y
    ? { x, y, width: fraction(right - x), height: fraction(bottom - y) }
    : undefined
}
