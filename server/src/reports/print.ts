import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

export type Pdf = PDFKit.PDFDocument

/** A text as it is printed: on as many lines as it needs; `cut` when not whole, or not with all its letters. */
export type Printed = { lines: string[]; font: 'Helvetica' | 'Inter'; cut: boolean }

/** A4 lying, in points. */
export const paper = { width: 841.89, height: 595.28, margin: 36 }

/** What the fonts that every reader has can write (Windows-1252). Inter has all of Latin, Greek and Cyrillic. */
const plain = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
/** Letters of other scripts, and pictures: neither font has them. */
const unknown =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}])\p{L}|\p{Extended_Pictographic}/u
/** It is wider. */
const interScale = 0.94
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
  const inter = import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')
  pdf.registerFont('Inter', fileURLToPath(inter))
  return pdf
}

/** What has been written since, for whoever takes it. */
export function* writtenTo(pdf: Pdf): Generator<Buffer> {
  for (let part = pdf.read(); part !== null; part = pdf.read()) yield part as Buffer
}

/** Breaks a text into lines of a width (points), at spaces where it can; what `most` lines do not hold is cut. */
export function fit(pdf: Pdf, text: string, width: number, size: number, most = 3): Printed {
  const clean = text
    .slice(0, longest)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const font = plain.test(clean) ? 'Helvetica' : 'Inter'
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
    cut: tooLong || (font === 'Inter' && unknown.test(clean)),
  }
}

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
    pdf.text(line, right ? x - pdf.widthOfString(line) : x, y + n * leading, { lineBreak: false })
}

type Place = { x: number; y: number; size: number; colour: string; leading?: number; right?: boolean }

const setFont = (pdf: Pdf, font: Printed['font'], size: number): void => {
  pdf.font(font).fontSize(font === 'Inter' ? size * interScale : size)
}
