import type { PDFContext, PDFDict, PDFObject } from '@cantoo/pdf-lib'
import { headingLength } from '@deedbox/contract/suggested-kind.ts'
import { loadPdfLibrary } from './scan/make-pdf.ts'

/** Bytes of a PDF that is read in the browser: a larger one would hold up the page. */
export const mostPdfBytes = 5_000_000

type Library = Awaited<ReturnType<typeof loadPdfLibrary>>
/** Reading of a font's codes: bytes of a code, and the texts of codes; null: the codes are those of Latin letters. */
type Font = { bytes: number; texts: Map<number, string> } | null

/** Parts of a page's content: strings, names, numbers and operators (PDF 32000-1, 7.8.2). */
const parts =
  /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<[\da-f\s]*>|\/[^\s/<>[\]()]+|[-+]?\d*\.?\d+|[a-z'"]+\*?/gi
/** Thousandths of the font's size by which text is moved where a space is meant. */
const gap = -180

/**
 * Reads the beginning of a PDF's first page, where its heading stands; '' where there are no words that can be read simply: a scan, a PDF with a
 * password, a damaged one.
 */
export async function pdfHeading(bytes: Uint8Array): Promise<string> {
  try {
    const library = await loadPdfLibrary()
    const pdf = await library.PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false })
    if (pdf.isEncrypted) return ''
    const { node } = pdf.getPage(0)
    const contents = node.Contents()
    const streams = contents instanceof library.PDFArray ? contents.asArray() : [contents]
    const content = streams.map((one) => plainOf(library, pdf.context, one)).join('\n')
    const fonts = node.Resources()?.lookupMaybe(library.PDFName.of('Font'), library.PDFDict)
    return textOf(content, fontsOf(library, pdf.context, fonts)).slice(0, headingLength)
  } catch {
    return ''
  }
}

function plainOf(library: Library, context: PDFContext, object: PDFObject | undefined): string {
  const stream = context.lookup(object)
  if (!(stream instanceof library.PDFRawStream)) return ''
  return new TextDecoder('latin1').decode(library.decodePDFRawStream(stream).decode())
}

function fontsOf(library: Library, context: PDFContext, fonts: PDFDict | undefined): Map<string, Font> {
  const { PDFDict, PDFName } = library
  return new Map(
    fonts?.entries().map(([name, object]) => {
      const font = context.lookup(object)
      const told = font instanceof PDFDict ? font.get(PDFName.of('ToUnicode')) : undefined
      return [name.toString(), told ? fontOf(plainOf(library, context, told)) : null]
    }),
  )
}

/** Reads how a font's codes are told as text (PDF 32000-1, 9.10.3). */
function fontOf(map: string): Font {
  const texts = new Map<number, string>()
  const code = (hex: string) => Number.parseInt(hex, 16)
  for (const [, chars = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, from = '', to = ''] of chars.matchAll(/<([\da-f]+)>\s*<([\da-f\s]+)>/gi))
      texts.set(code(from), utf16(to))
  for (const [, ranges = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', first, list = ''] of ranges.matchAll(
      /<([\da-f]+)>\s*<([\da-f]+)>\s*(?:<([\da-f\s]+)>|\[([^\]]*)\])/gi,
    )) {
      const listed = [...list.matchAll(/<([\da-f\s]+)>/gi)].map(([, hex = '']) => utf16(hex))
      for (let at = 0; at <= Math.min(code(to) - code(from), 0xffff); at++)
        texts.set(code(from) + at, first ? later(utf16(first), at) : (listed[at] ?? ''))
    }
  const [, space = ''] = /begincodespacerange\s*<([\da-f]+)>/i.exec(map) ?? []
  return { bytes: space.length > 2 ? 2 : 1, texts }
}

const later = (text: string, by: number): string =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by)

const utf16 = (hex: string): string =>
  (hex.replace(/\s/g, '').match(/.{4}/g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join('')

function textOf(content: string, fonts: Map<string, Font>): string {
  let text = ''
  let font: Font = null
  let name = ''
  for (const [part] of content.matchAll(parts)) {
    if (part.startsWith('/')) name = part
    else if (part === 'Tf') font = fonts.get(name) ?? null
    else if (/^[(<]/.test(part)) text += decoded(codesOf(part), font)
    else if (/^(T[dDm*]|ET|'|")$/.test(part) || Number(part) < gap) text += ' '
    if (text.length > 4 * headingLength) break
  }
  return text.replace(/\s+/g, ' ').trim()
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Returns the bytes of a string, each as a character. */
function codesOf(part: string): string {
  if (part.startsWith('<'))
    return (part.replace(/[^\da-f]/gi, '').match(/../g) ?? [])
      .map((hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .join('')
  return part
    .slice(1, -1)
    .replace(
      /\\(?:([0-7]{1,3})|\r\n?|\n|([\s\S]))/g,
      (_, octal: string | undefined, one: string | undefined) =>
        octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : one ? (escapes[one] ?? one) : '',
    )
}

function decoded(codes: string, font: Font): string {
  if (!font) return codes
  let text = ''
  for (let at = 0; at + font.bytes <= codes.length; at += font.bytes) {
    const code = [...codes.slice(at, at + font.bytes)].reduce((sum, one) => sum * 256 + one.charCodeAt(0), 0)
    text += font.texts.get(code) ?? ''
  }
  return text
}
