import { isUtf8 } from 'node:buffer'
import { a4, type Block, type Doc, paragraph, type Style, text } from './blocks.ts'

/** Number of characters, more than the pages that are shown can hold. */
const maxCharacters = 2_500_000
const maxLine = 8_000
/** Number of lines, more than the pages that are shown can hold: some 38,000. */
const maxBlocks = 50_000
const style: Style = { face: 'mono', size: 9.5 }
const tabWidth = 8

/** UTF-16 by its mark, UTF-8, or else Windows-1252, which every byte is valid in. `cut`: the last letter may be cut off. */
export function encodingOf(bytes: Uint8Array, { cut = false } = {}): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Up to three bytes of four may be left of a letter.
  const missing = cut ? [0, 1, 2, 3] : [0]
  const isWhole = missing.some((count) => isUtf8(bytes.subarray(0, bytes.length - count)))
  return isWhole ? 'utf-8' : 'windows-1252'
}

/** The lines of a text as paragraphs, as many as pages are shown: long ones wrap, a form feed begins a page. */
export function linesOf(content: string, look: Style): Block[] {
  const blocks: Block[] = []
  for (const [, line = '', end] of content.matchAll(/([^\r\n\f]*)(\r\n|[\r\n\f]|$)/g)) {
    for (let at = 0; at === 0 || at < line.length; at += maxLine)
      blocks.push(paragraph([text(withSpaces(line.slice(at, at + maxLine)), look)]))
    if (end === '\f') blocks.push({ kind: 'page' })
    if (end === '' || blocks.length > maxBlocks) break
  }
  return blocks
}

/** Tabs as the spaces that they stand for. */
function withSpaces(line: string): string {
  if (!line.includes('\t')) return line
  let result = ''
  for (const part of line.split(/(\t)/))
    result += part === '\t' ? ' '.repeat(tabWidth - (result.length % tabWidth)) : part
  return result
}

export function readText(bytes: Uint8Array): Doc {
  // Four bytes are the most that a character takes.
  const most = maxCharacters * 4
  const start = bytes.subarray(0, most)
  const cut = bytes.length > most
  const content = new TextDecoder(encodingOf(start, { cut })).decode(start, { stream: cut })
  return {
    sections: [{ paper: a4, blocks: linesOf(content.slice(0, maxCharacters).toWellFormed(), style) }],
    notes: [],
  }
}
