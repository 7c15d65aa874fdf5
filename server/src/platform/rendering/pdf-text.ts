import { type Box, type PageText, RenderError, type Word } from './messages.ts'
import type { Pdfium } from './pdfium.ts'

const maxCharactersOfPage = 200_000
const maxWordsOfPage = 20_000
const maxLinesOfSpan = 20

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

/** The page's characters in PDFium's order, one for each: U+0000 for what is none. */
export function readPlainText(pdfium: Pdfium, page: number): string {
  return withText(pdfium, page, (text, count) =>
    Array.from({ length: count }, (_, index) => characterAt(pdfium, text, index) || '\u0000').join(''),
  )
}

/** Characters of a page, counted as `readPlainText` gives them: from `start` until before `end`. */
export type Span = { start: number; end: number }

/** A box for each line that a span covers. */
export function readBoxes(pdfium: Pdfium, page: number, spans: Span[]): Box[][] {
  const { calls } = pdfium
  return withText(pdfium, page, (text) =>
    // Room for four doubles (left, top, right, bottom), then for two ints.
    pdfium.withBlock(40, (room) =>
      spans.map(({ start, end }) => {
        const lines = Math.min(calls.FPDFText_CountRects(text, start, end - start), maxLinesOfSpan)
        return Array.from({ length: Math.max(0, lines) }, (_, line) => {
          calls.FPDFText_GetRect(text, line, room, room + 8, room + 16, room + 24)
          const [left = 0, top = 0, right = 0, bottom = 0] = new Float64Array(pdfium.memory().buffer, room, 4)
          return visible(onPage(pdfium, page, [left, top, right, bottom], room + 32))
        }).filter((box) => box !== undefined)
      }),
    ),
  )
}

/** The page's text and its words with their boxes. */
export function readText(pdfium: Pdfium, page: number): PageText {
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

/** Left, top, right, bottom. */
type Edges = [number, number, number, number]
const nowhere: Edges = [Infinity, Infinity, -Infinity, -Infinity]

function union(a: Edges, b: Edges): Edges {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}

function boxOf(pdfium: Pdfium, page: number, text: number, index: number, room: number): Edges {
  pdfium.calls.FPDFText_GetLooseCharBox(text, index, room)
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.memory().buffer, room, 4)
  return onPage(pdfium, page, [left, top, right, bottom], room + 16)
}

/** A rectangle of the PDF as fractions of the page; `room` is for two ints. */
function onPage(pdfium: Pdfium, page: number, [left, top, right, bottom]: Edges, room: number): Edges {
  const at = (x: number, y: number) => {
    pdfium.calls.FPDF_PageToDevice(page, 0, 0, fine, fine, 0, x, y, room, room + 4)
    const [deviceX = 0, deviceY = 0] = new Int32Array(pdfium.memory().buffer, room, 2)
    return [deviceX / fine, deviceY / fine] as const
  }
  const [x1, y1] = at(left, top)
  const [x2, y2] = at(right, bottom)
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

/** The part of the box that lies on the page, if any does. */
function visible(box: Edges): Box | undefined {
  const [x, y, right, bottom] = box.map((fraction) => Math.min(1, Math.max(0, fraction))) as Edges
  const fraction = (length: number) => Math.round(length * fine) / fine
  return right > x && bottom > y
    ? { x, y, width: fraction(right - x), height: fraction(bottom - y) }
    : undefined
}
