import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'
import PDFDocument from 'pdfkit'

export type Pdf = PDFKit.PDFDocument

/** A text as it is printed: on as many lines as it needs; `cut` when not whole, or not with all its letters. */
export type Printed = { lines: string[]; font: 'Helvetica' | 'Inter'; cut: boolean }

/** A4 lying, in points. */
export const paper = { width: 841.89, height: 595.28, margin: 36 }

/** What the fonts that every reader has can write (Windows-1252). */
const plain = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
/** Has all of Latin, Greek and Cyrillic that names are written in, and few other letters. */
const interFile = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
)
const inter = openSync(interFile)
const lettersOfInter = new Set('characterSet' in inter ? inter.characterSet : [])
/** It is wider. */
const interScale = 0.94
/** Of its size, above the line that letters stand on. */
const ascent = 0.718
const longest = 600

/** A PDF that keeps nothing of a page once the next one is begun. */
export function openPdf(info: { title: string; author: string; date: Date }): Pdf {
  const pdf = new PDFDocument({
    size: [paper.width, paper.height],
    // Everything is placed by hand: text must never begin a page by itself.
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
 * A short text that is known only when the last page is written, and stands on every one: each refers to one form,
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
    /** Has it stand on this page, in the colour last used, its left edge at `x` and its top at `y`. */
    draw(x: number, y: number): void {
      pdf.page.xobjects.Later = form
      pdf
        .save()
        .translate(x, y + size * ascent)
        .addContent('/Later Do')
        .restore()
    },
    /** Says what it reads, digits; before the PDF is ended. */
    settle(digits: string): void {
      form.end(`BT 1 0 0 -1 0 0 Tm /Later ${size} Tf (${digits}) Tj ET`)
    },
  }
}

/** What has been written since, for whoever takes it. */
export function* writtenTo(pdf: Pdf): Generator<Buffer> {
  for (let part = pdf.read(); part !== null; part = pdf.read()) yield part as Buffer
}

/** Breaks a text into lines of a width (points), at spaces where it can; what `most` lines do not hold is cut. */
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
  const lines: string[] = []
  let line = ''
  for (const word of fits(clean) ? [clean] : clean.split(' ')) {
    const joined = line ? `${line} ${word}` : word
    if (fits(joined)) {
      line = joined
      continue
    }
    if (line) lines.push(line)
    if (lines.length > most) break
    line = ''
    for (const letter of word) {
      if (!fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  lines.push(line)
  const tooLong = text.length > longest || lines.length > most
  return {
    lines: tooLong ? cutAt(lines, most, fits) : lines,
    font,
    cut: tooLong || clean !== read,
  }
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
      // The fonts' own tops differ.
      baseline: 'alphabetic',
    })
}

type Place = { x: number; y: number; size: number; colour: string; leading?: number; right?: boolean }

const setFont = (pdf: Pdf, font: Printed['font'], size: number): void => {
  pdf.font(font).fontSize(font === 'Inter' ? size * interScale : size)
}
