import { fold } from '@deedbox/contract/fold.ts'
import { splitHyphen } from './pdf.ts'

const split = new RegExp(`${splitHyphen}\\s*`, 'gu')
const before = 40
const after = 80
const maxCount = 1_000

/**
 * Finds a query in a page's text, ignoring case, accents and line breaks.
 *
 * @returns how often (counted up to 1,000) and the words around the first place; undefined if nowhere
 */
export function find(pageText: string, query: string): { count: number; excerpt: string } | undefined {
  const text = flatten(pageText)
  const folded = fold(text)
  const needle = fold(flatten(query))
  const first = needle.trim() === '' ? -1 : folded.indexOf(needle)
  if (first < 0) return undefined
  let count = 0
  for (let at = first; at >= 0 && count < maxCount; at = folded.indexOf(needle, at + needle.length)) count++

  const start = Math.max(0, placeOf(first, text, folded) - before)
  const end = Math.min(text.length, placeOf(first + needle.length, text, folded) + after)
  // toWellFormed: a cut may fall inside a surrogate pair.
  const middle = text.slice(start, end).toWellFormed()
  return { count, excerpt: `${start > 0 ? '…' : ''}${middle}${end < text.length ? '…' : ''}` }
}

/** Maps a place in the folded text to the original: nearly always the same, unless folding changed the number of letters. */
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
