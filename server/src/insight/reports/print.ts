import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'
import PDFDocument from 'pdfkit'

export type Pdf = PDFKit.PDFDocument

/** A text broken into lines; `cut` if it was shortened or has characters that no font has. */
export type Printed = { lines: string[]; font: 'Helvetica' | 'Inter'; cut: boolean }

/** A4 landscape, in points. */
export const paper = { width: 841.89, height: 595.28, margin: 36 }

/** Characters that the PDF standard fonts can write (Windows-1252). */
const plain = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
/** Inter has all Latin, Greek and Cyrillic letters of names, and few others. */
const interFile = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
)
const inter = openSync(interFile)
const lettersOfInter = new Set('characterSet' in inter ? inter.characterSet : [])
/** Inter is wider than Helvetica. */
const interScale = 0.94
/** Height above the baseline, as a fraction of the font size. */
const ascent = 0.718
const longest = 600

/** Opens a PDF that keeps no page in memory once the next one has started. */
export function openPdf(info: { title: string; author: string; date: Date }): Pdf {
  const pdf = new PDFDocument({
    size: [paper.width, paper.height],
    // We place everything ourselves: text must never start a new page.
    margin: 0,
    autoFirstPage: false,
    fontLayoutCache: false,
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.date, ModDate: info.date },
  })
  pdf.registerFont('Inter', interFile)
  return pdf
}

/**
 * Prepares a short text on every page that is known only after the last page, such as the number of pages: each page refers to one form,
 * which is written at the end (ISO 32000-1, 8.10).
 */
export function openLater(pdf: Pdf, size: number) {
  const form = pdf.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -size, 100, size],
    Resources: {
      Font: { Later: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' } },
    },
  })
  return {
    /** Places the text on this page in the current colour, with its left edge at `x` and its top at `y`. */
    draw(x: number, y: number): void {
      pdf.page.xobjects.Later = form
      pdf
        .save()
        .translate(x, y + size * ascent)
        .addContent('/Later Do')
        .restore()
    },
    /** Sets the text (digits), before the PDF is ended. */
    settle(digits: string): void {
      form.end(`BT 1 0 0 -1 0 0 Tm /Later ${size} Tf (${digits}) Tj ET`)
    },
  }
}

/** Yields the bytes written since the last call. */
export function* writtenTo(pdf: Pdf): Generator<Buffer> {
  for (let part = pdf.read(); part !== null; part = pdf.read()) yield part as Buffer
}

/** Breaks a text into lines of a width (points): at spaces, else after marks such as @ in an email, else anywhere; text beyond `most` lines is cut. */
export function fit(pdf: Pdf, text: string, width: number, size: number, most = 3): Printed {
  const read = text
    .slice(0, longest)
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const font = plain.test(read) ? 'Helvetica' : 'Inter'
  const clean = font === 'Inter' ? read.replace(/./gu, legible) : read
  setFont(pdf, font, size)
  const fits = (line: string) => pdf.widthOfString(line) <= width
  const words = fits(clean) ? [clean] : clean.split(' ')
  const atMarks = broken(words, fits, most, (word) => word.split(/(?<=[@./_-])/))
  const lines = atMarks.length > most ? broken(words, fits, most, (word) => [word]) : atMarks
  const tooLong = text.length > longest || lines.length > most
  return {
    lines: tooLong ? cutAt(lines, most, fits) : lines,
    font,
    cut: tooLong || clean !== read,
  }
}

/** Breaks words into lines; a word that no line holds is broken between its parts, and within a part that no line holds. */
function broken(
  words: string[],
  fits: (line: string) => boolean,
  most: number,
  partsOf: (word: string) => string[],
): string[] {
  const lines: string[] = []
  let line = ''
  const add = (text: string) => {
    if (line && !fits(line + text)) {
      lines.push(line)
      line = ''
    }
    line += text
  }
  for (const word of words) {
    const joined = line ? `${line} ${word}` : word
    if (fits(joined)) {
      line = joined
      continue
    }
    if (line) lines.push(line)
    if (lines.length > most) break
    line = ''
    for (const part of fits(word) ? [word] : partsOf(word)) {
      if (fits(part)) add(part)
      else for (const letter of part) add(letter)
    }
  }
  return [...lines, line]
}

const legible = (letter: string): string => (lettersOfInter.has(letter.codePointAt(0) ?? 0) ? letter : '□')

function cutAt(lines: string[], most: number, fits: (line: string) => boolean): string[] {
  const kept = lines.slice(0, most)
  const letters = [...(kept.pop() ?? '')]
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop()
  return [...kept, `${letters.join('')}…`]
}

/** Writes the lines of a text with its left (or right) edge at `x` and its top at `y`, a line every `leading` points. */
export function write(
  pdf: Pdf,
  { lines, font }: Printed,
  { x, y, size, colour, leading = 0, right = false }: Place,
): void {
  setFont(pdf, font, size)
  pdf.fillColor(colour)
  for (const [n, line] of lines.entries())
    pdf.text(line, right ? x - pdf.widthOfString(line) : x, y + n * leading + size * ascent, {
      lineBreak: false,
      // The fonts have different tops.
      baseline: 'alphabetic',
    })
}

type Place = { x: number; y: number; size: number; colour: string; leading?: number; right?: boolean }

const setFont = (pdf: Pdf, font: Printed['font'], size: number): void => {
  pdf.font(font).fontSize(font === 'Inter' ? size * interScale : size)
}
