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
 * (ő → o) or else its code point in braces, so that two readers never carry the same mark for want of glyphs.
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

/**
 * A one-page PDF of `width` × `height` points with the lines repeated diagonally in translucent grey, to be drawn over
 * a page. It names Helvetica, which PDFium carries inside itself: no font need be installed. Text is written as
 * hexadecimal strings, so nothing in a line can end the string. The cross-reference table is left out: PDFium
 * rebuilds it.
 */
export function watermarkPdf(lines: string[], width: number, height: number): string {
  const encoded = lines.slice(0, maxLines).map(encode)
  const longest = Math.max(1, ...encoded.map((codes) => codes.length))
  // Helvetica's characters are a little over half as wide as they are high.
  const letter = 0.56
  const size = Math.max(6, Math.min(Math.min(width, height) / 38, (0.8 * width) / (letter * longest)))
  const across = longest * letter * size + 4 * size
  const down = encoded.length * 1.2 * size + 5 * size
  const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
  const block = encoded.map((codes) => `<${Buffer.from(codes).toString('hex')}> Tj T*`).join(' ')
  const reach = Math.hypot(width, height) / 2

  const commands = [`/shade gs 0.45 g BT /font ${size.toFixed(2)} Tf ${(1.2 * size).toFixed(2)} TL`]
  for (let row = 0, v = -reach; v < reach; row++, v += down) {
    // Every second row is shifted by half a block, so that no band of the page stays clear.
    for (let u = -reach - ((row % 2) * across) / 2; u < reach; u += across) {
      const x = width / 2 + u * cos - v * sin
      const y = height / 2 + u * sin + v * cos
      const place = [cos, sin, -sin, cos, x, y].map((n) => n.toFixed(4)).join(' ')
      commands.push(`${place} Tm ${block}`)
    }
  }
  commands.push('ET')
  const content = commands.join('\n')

  return [
    '%PDF-1.4',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Count 1 /Kids [3 0 R]>> endobj',
    `3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources <<`,
    '/Font <</font <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>>',
    '/ExtGState <</shade <</ca 0.3>>>> >> >> endobj',
    `4 0 obj <</Length ${content.length}>> stream`,
    content,
    'endstream endobj',
    'trailer <</Root 1 0 R>>',
  ].join('\n')
}
