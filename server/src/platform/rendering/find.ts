import { fold } from '@deedbox/contract/fold.ts'
import { splitHyphen } from './pdf.ts'

const split = new RegExp(`${splitHyphen}\\s*`, 'gu')
const before = 40
const after = 80
const maxCount = 1_000

/**
 * Finds a query in a page's text, whatever the case, the accents and the line breaks.
 *
 * @returns how often (at most 1,000 are counted) and the words around the first place; undefined when nowhere
 */
export function find(pageText: string, query: string): { count: number; excerpt: string } | undefined {
  const text = flatten(pageText)
  const folded = fold(text)
  const wanted = fold(flatten(query))
  const first = wanted.trim() === '' ? -1 : folded.indexOf(wanted)
  if (first < 0) return undefined
  let count = 0
  for (let at = first; at >= 0 && count < maxCount; at = folded.indexOf(wanted, at + wanted.length)) count++

  const start = Math.max(0, placeOf(first, text, folded) - before)
  const end = Math.min(text.length, placeOf(first + wanted.length, text, folded) + after)
  // toWellFormed: a cut may fall inside a surrogate pair.
  const middle = text.slice(start, end).toWellFormed()
  return { count, excerpt: `${start > 0 ? '…' : ''}${middle}${end < text.length ? '…' : ''}` }
}

/** Where in a text the place of its folded form is: nearly always the same, unless letters became more or fewer. */
function placeOf(place: number, text: string, folded: string): number {
  if (folded.length === text.length) return place
  let passed = 0
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    passed += fold(letter).length
    if (passed > place) return index
  }
  return text.length
}

function flatten(text: string): string {
  return text.normalize('NFC').replace(split, '').replace(/\s+/gu, ' ').trim()
}
