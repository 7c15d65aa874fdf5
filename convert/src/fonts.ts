import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'
import type { Style } from './blocks.ts'

export type Pdf = PDFKit.PDFDocument

/** Letters of one font; `missing`: what is written, where no font has the letters and boxes stand for them. */
export type Run = { text: string; font: string; scale: number; missing: string | undefined }

/** Characters that the standard fonts of PDF can write (Windows-1252): PDFium has them built in. */
const plain = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
const standard = {
  serif: ['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'],
  sans: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
  mono: ['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
}

/** Inter has all Latin, Greek and Cyrillic letters, and some symbols. It is wider than Helvetica. */
const interScale = 0.94
let lettersOfInter: Set<number> | undefined

/** `import.meta.resolve` needs its argument as a literal: the packager reads it from there. */
const files = () => ({
  Inter: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  'Inter-Bold': import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
  'Inter-Italic': import.meta.resolve(
    '@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf',
  ),
  'Inter-BoldItalic': import.meta.resolve('@expo-google-fonts/inter/700Bold_Italic/Inter_700Bold_Italic.ttf'),
})

export function registerFonts(pdf: Pdf): void {
  for (const [name, url] of Object.entries(files())) pdf.registerFont(name, fileURLToPath(url))
}

/** Letters that are drawn as others: kinds of spaces and hyphens, ligatures, boxes to tick, bullets of Symbol and Wingdings. */
const alike: Record<string, string> = {
  '\t': ' ',
  '\u00ad': '',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '–',
  '\u2610': '□',
  '\u2611': '✓',
  '\u2612': '✗',
  '\u27a2': '→',
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\uf0a7': '▪',
  '\uf0a8': '□',
  '\uf0b7': '•',
  '\uf0d8': '→',
  '\uf0fc': '✓',
  '\uf0fe': '✗',
  '\uf06f': '○',
  '\uf071': '□',
  '\uf076': '◆',
}
const odd = /[\t\u00ad\u2010\u2011\u2212\u2610-\u2612\u27a2\ufb00-\ufb02\uf06f-\uf0fe]/gu
const spaces = /[\u2000-\u200a\u202f\u205f\u3000]/gu
const invisible = /(?![\u00ad])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\ufff9-\ufffb]/gu

/** The text as it is written: one form for each letter, no letters that cannot be seen. */
export const legible = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : text
        .normalize('NFC')
        .replace(odd, (letter) => alike[letter] ?? letter)
        .replace(spaces, ' ')
        .replace(invisible, '')

/** Splits a legible text into runs of letters of one font each. */
export function runsOf(text: string, { face, bold, italic }: Style): Run[] {
  const which = (bold ? 1 : 0) + (italic ? 2 : 0)
  const own = standard[face][which] ?? 'Helvetica'
  if (plain.test(text)) return [{ text, font: own, scale: 1, missing: undefined }]
  const other = `Inter${bold || italic ? '-' : ''}${bold ? 'Bold' : ''}${italic ? 'Italic' : ''}`
  const runs: Run[] = []
  for (const letter of text) {
    const has = plain.test(letter) || isInInter(letter)
    const [font, scale] = plain.test(letter) ? [own, 1] : [other, interScale]
    const last = runs.at(-1)
    if (last && last.font === font && (last.missing === undefined) === has) {
      last.text += has ? letter : '□'
      if (last.missing !== undefined) last.missing += letter
    } else runs.push({ text: has ? letter : '□', font, scale, missing: has ? undefined : letter })
  }
  return runs
}

/** Letters that are written from right to left: Inter has a few, but nothing here sets them in their order. */
const leftward = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

function isInInter(letter: string): boolean {
  if (leftward.test(letter)) return false
  if (!lettersOfInter) {
    const font = openSync(fileURLToPath(files().Inter))
    lettersOfInter = new Set('characterSet' in font ? font.characterSet : [])
  }
  return lettersOfInter.has(letter.codePointAt(0) ?? 0)
}

/** The letters that boxes stand for, in the order in which PDFium reads them. */
export const inReadingOrder = (letters: string): string =>
  leftward.test(letters) ? [...letters].toReversed().join('') : letters

/** Ligatures are off: Inter would turn '->' into an arrow. */
export const features = { calt: false, liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

const maxMeasured = 50_000
const maxWord = 100

/** Measures texts of one PDF, each word once. */
export function measurer(pdf: Pdf): (run: Pick<Run, 'text' | 'font'>, size: number) => number {
  const widths = new Map<string, number>()
  return ({ text, font }, size) => {
    const key = `${font} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      width = pdf.font(font).fontSize(100).widthOfString(text, { features }) / 100
      if (widths.size > maxMeasured) widths.clear()
      if (text.length < maxWord) widths.set(key, width)
    }
    return width * size
  }
}
