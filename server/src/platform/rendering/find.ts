import { fold } from '@deedbox/contract/fold.ts'
import { type Span, splitHyphen } from './pdf-text.ts'

const split = new RegExp(`${splitHyphen}\\s*`, 'gu')
const pieces = new RegExp(`${splitHyphen}\\s*|\\s+|\\P{M}\\p{M}*|\\p{M}+`, 'gu')
const before = 40
const after = 80
/** Places of a page that a search of the whole document tells. */
export const placesEach = 50
/** Finds on a page that are counted. */
export const maxCount = 1_000

/** A place in the text of a page, with the words around it. */
export type Found = Span & { excerpt: string }

/**
 * Finds a query in a page's text, ignoring case, accents and line breaks.
 *
 * @returns how often (counted up to 1,000), the words around the first place, and the first places; undefined if nowhere
 */
export function find(
  pageText: string,
  query: string,
  mostPlaces = placesEach,
): { count: number; excerpt: string; places: Found[] } | undefined {
  const needle = fold(flatten(query))
  // Pages mostly do not have it, and this is quicker than finding out where.
  if (needle.trim() === '' || !fold(flatten(pageText)).includes(needle)) return undefined
  const { folded, from } = foldInPieces(pageText)
  const characters = [...pageText]
  const places: Found[] = []
  let count = 0
  for (
    let at = folded.indexOf(needle);
    at >= 0 && count < maxCount;
    at = folded.indexOf(needle, at + needle.length)
  ) {
    count++
    if (count > 1 && places.length >= mostPlaces) continue
    const start = from[at] ?? 0
    const end = from[at + needle.length] ?? characters.length
    places.push({ start, end, excerpt: excerptOf(characters, start, end) })
  }
  const excerpt = places[0]?.excerpt ?? ''
  return count === 0 ? undefined : { count, excerpt, places: places.slice(0, mostPlaces) }
}

function excerptOf(characters: string[], start: number, end: number): string {
  const [first, last] = [Math.max(0, start - before), Math.min(characters.length, end + after)]
  const middle = flatten(characters.slice(first, last).join(''))
  return `${first > 0 ? '…' : ''}${middle}${last < characters.length ? '…' : ''}`
}

/** The folded text, and for each place in it the character of the page that it came from. */
function foldInPieces(pageText: string): { folded: string; from: number[] } {
  const parts: string[] = []
  const from: number[] = []
  let character = 0
  let space = true
  for (const [piece] of pageText.matchAll(pieces)) {
    const blank = /^\s/u.test(piece)
    const part =
      piece.startsWith(splitHyphen) || piece === '\u0000' || (blank && space) ? '' : blank ? ' ' : fold(piece)
    if (part !== '') space = blank
    for (let unit = 0; unit < part.length; unit++) from.push(character)
    parts.push(part)
    character += [...piece].length
  }
  return { folded: parts.join(''), from }
}

function flatten(text: string): string {
  return text.normalize('NFC').replaceAll('\u0000', '').replace(split, '').replace(/\s+/gu, ' ').trim()
}
