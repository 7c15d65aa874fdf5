import { a4, type Block, type Doc, paragraph, type Style, text } from './blocks.ts'

/** More characters than the pages that are shown can hold. */
const maxCharacters = 2_500_000
const maxLine = 8_000
const style: Style = { face: 'mono', size: 9.5 }
const tabWidth = 8

/**
 * Text in UTF-8, in UTF-16 with its mark, or else in Windows-1252, which every byte is valid in. `cut`: the last letter may be
 * cut off.
 */
export function decodeText(bytes: Uint8Array, { cut = false } = {}): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The lines of a text as paragraphs: long ones wrap, a form feed begins a page. */
export function linesOf(content: string, look: Style): Block[] {
  const blocks: Block[] = []
  for (const [index, sheet] of content.split('\f').entries()) {
    if (index > 0) blocks.push({ kind: 'page' })
    for (const line of sheet.split(/\r\n|\r|\n/))
      for (let at = 0; at === 0 || at < line.length; at += maxLine)
        blocks.push(paragraph([text(withSpaces(line.slice(at, at + maxLine)), look)]))
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
  const content = decodeText(bytes.subarray(0, most), { cut: bytes.length > most }).slice(0, maxCharacters)
  return { sections: [{ paper: a4, blocks: linesOf(content.toWellFormed(), style) }], notes: [] }
}
