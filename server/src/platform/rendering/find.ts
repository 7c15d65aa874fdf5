import { splitHyphen } from './pdf.ts'

const split = new RegExp(`${splitHyphen}\\s*`, 'gu')
const before = 40
const after = 80
const maxCount = 1_000

/**
 * Finds a query in a page's text, whatever the case and the line breaks.
 *
 * @returns how often (at most 1,000 are counted) and the words around the first place; undefined when nowhere
 */
export function find(pageText: string, query: string): { count: number; excerpt: string } | undefined {
  const text = flatten(pageText)
  const literal = flatten(query).replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
  if (literal === '') return undefined
  const pattern = new RegExp(literal, 'giu')
  const first = pattern.exec(text)
  if (!first) return undefined
  let count = 1
  while (count < maxCount && pattern.exec(text)) count++

  const start = Math.max(0, first.index - before)
  const end = Math.min(text.length, first.index + first[0].length + after)
  // toWellFormed: a cut may fall inside a surrogate pair.
  const middle = text.slice(start, end).toWellFormed()
  return { count, excerpt: `${start > 0 ? '…' : ''}${middle}${end < text.length ? '…' : ''}` }
}

function flatten(text: string): string {
  return text.normalize('NFC').replace(split, '').replace(/\s+/gu, ' ').trim()
}
