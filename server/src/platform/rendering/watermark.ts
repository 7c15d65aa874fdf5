/** Characters of Windows code page 1252 beyond Latin-1 that names and dates are likely to hold. */
const beyondLatin1: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
}

const maxLines = 4
const maxCharacters = 80

/**
 * The codes (WinAnsiEncoding, PDF 32000-1 annex D) of one line. A letter the font lacks becomes its base letter
 * (ő → o) or else its code point in braces, so that two readers never get the same mark because of missing glyphs.
 */
function encode(line: string): number[] {
  const codes: number[] = []
  for (const character of line.normalize('NFC').replace(/\s/gu, ' ')) {
    const base = character.normalize('NFD').charAt(0)
    const drawable = [character, base].map(codeOf).find((code) => code !== undefined)
    if (drawable !== undefined) codes.push(drawable)
    else codes.push(...Buffer.from(`{${character.codePointAt(0)?.toString(16)}}`, 'latin1'))
    if (codes.length >= maxCharacters) break
  }
  return codes.slice(0, maxCharacters)
}

function codeOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0
  const printable = (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff && code !== 0xad)
  return printable ? code : beyondLatin1[character]
}

/** The width of Helvetica's widest letters, relative to the font size; most small ones are 0.56. */
function widthOf(code: number): number {
  const letter = String.fromCharCode(code)
  if (letter === '@') return 1.02
  if (/[WMm%\x85\x97Æ]/.test(letter)) return 0.95
  return /[A-Z&w\xc0-\xdf]/.test(letter) ? 0.78 : 0.56
}

/** Centres of the mark on a page, in pixels: the rotated block of lines is drawn around each of them. */
export type MarkLayout = { fontSize: number; block: Size; centres: { x: number; y: number }[] }
type Size = { width: number; height: number }

const angle = Math.PI / 6
const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
/** The distance between lines, relative to the font size. */
const lineHeight = 1.2
/** Pixels around a block for the edges of its letters. */
const edge = 4

const linesOf = (lines: string[]): number[][] => lines.slice(0, maxLines).map(encode)

/** Lays the lines out diagonally, repeated over the whole page. */
export function layOut(lines: string[], { width, height }: Size): MarkLayout {
  const encoded = linesOf(lines)
  const longest = Math.max(1, ...encoded.map((codes) => codes.reduce((sum, code) => sum + widthOf(code), 0)))
  const fontSize = Math.max(6, Math.min(Math.min(width, height) / 38, (0.8 * width) / longest))
  const block = { width: longest * fontSize, height: encoded.length * lineHeight * fontSize }
  const [across, down] = [block.width + 4 * fontSize, block.height + 5 * fontSize]
  const reach = Math.hypot(width, height) / 2
  const centres: MarkLayout['centres'] = []
  for (let row = 0, v = -reach; v < reach; row++, v += down) {
    // Every second row is shifted by half a block, so that no band of the page stays clear.
    for (let u = -reach - ((row % 2) * across) / 2; u < reach; u += across)
      centres.push({
        x: Math.round(width / 2 + u * cos - v * sin),
        y: Math.round(height / 2 - u * sin - v * cos),
      })
  }
  return { fontSize, block, centres }
}

/** The box that a rotated block needs; an odd number of pixels, so that it has a middle one. */
export function turnedBox({ block }: MarkLayout): Size {
  const odd = (length: number) => 2 * Math.ceil((length + edge) / 2) + 1
  return {
    width: odd(block.width * cos + block.height * sin),
    height: odd(block.width * sin + block.height * cos),
  }
}

/**
 * A one-page PDF with the rotated block of lines in the middle, in white: drawn on black, a pixel's value says how much of it a
 * letter covers. It uses Helvetica, which PDFium includes, so no font needs to be installed. Text is written as hexadecimal strings, so nothing in a line
 * can end the string. The cross-reference table is left out: PDFium rebuilds it.
 */
export function watermarkPdf(lines: string[], layout: MarkLayout): string {
  const { width, height } = turnedBox(layout)
  const { fontSize, block } = layout
  const texts = linesOf(lines)
    .map((codes) => `<${Buffer.from(codes).toString('hex')}> Tj T*`)
    .join(' ')
  // The first line's base, from the middle of the block, which is the middle of the page.
  const [u, v] = [-block.width / 2, block.height / 2 - fontSize]
  const place = [cos, sin, -sin, cos, width / 2 + u * cos - v * sin, height / 2 + u * sin + v * cos]
  const matrix = `${place.map((n) => n.toFixed(4)).join(' ')} Tm`
  const content = [
    `BT /font ${fontSize.toFixed(2)} Tf ${(lineHeight * fontSize).toFixed(2)} TL`,
    `1 g ${matrix} ${texts} ET`,
  ].join('\n')
  return [
    '%PDF-1.4',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Count 1 /Kids [3 0 R]>> endobj',
    `3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources <<`,
    '/Font <</font <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>> >> >> endobj',
    `4 0 obj <</Length ${content.length}>> stream`,
    content,
    'endstream endobj',
    'trailer <</Root 1 0 R>>',
  ].join('\n')
}
