import type { Answer } from '../../lib/api.ts'

export type Found = Answer<'GET /api/documents/:documentId/search'>
export type Hits = Found['hits']
/** A place that a search found, in the order of the document; `nth` counts those of its page from 0. */
export type Find = Hits[number]['places'][number] & { page: number; nth: number }
/** Name of a place, which stays when more places of a page become known. */
export type FindKey = Pick<Find, 'page' | 'nth'>

/** Puts pages whose places were asked for by themselves in the place of what the search of the whole document said of them. */
export function withPages(hits: Hits, pages: Hits): Hits {
  if (pages.length === 0) return hits
  const known = new Map([...hits, ...pages].map((hit) => [hit.page, hit]))
  return [...known.values()].sort((a, b) => a.page - b.page)
}

/** Lists all places in the order of the document; a page whose places are not known yet counts as one. */
export const findsOf = (hits: Hits): Find[] =>
  hits.flatMap(({ page, excerpt, places }) =>
    (places.length > 0 ? places : [{ excerpt, boxes: [] }]).map((place, nth) => ({ ...place, page, nth })),
  )

/** Tells whether the search said of fewer places on these pages than it counted. */
export const lacksPlaces = (hits: Hits, from: number, to: number): boolean =>
  hits.some(({ page, count, places }) => page >= from && page <= to && places.length < count)

/** Returns the index of the first place on this page or after it; otherwise the first of all. */
export function firstFrom(finds: readonly Find[], page: number): number {
  const index = finds.findIndex((find) => find.page >= page)
  return Math.max(index, 0)
}

/** Returns the index of the last place on this page or before it; otherwise the last of all. */
export function lastUntil(finds: readonly Find[], page: number): number {
  const index = finds.findLastIndex((find) => find.page <= page)
  return index === -1 ? finds.length - 1 : index
}

/** Returns the next or previous place; the first follows the last. */
export const nextFind = (index: number, step: 1 | -1, count: number): number =>
  count === 0 ? 0 : (index + step + count) % count

/** Returns the place to go to from the current one, or from the open page where that one is out of view. */
export function stepFrom(
  finds: readonly Find[],
  current: number,
  step: 1 | -1,
  page: number,
  sees: (page: number) => boolean,
): number {
  const find = finds[current]
  if (find && sees(find.page)) return nextFind(current, step, finds.length)
  return step === 1 ? firstFrom(finds, page) : lastUntil(finds, page)
}

/** Returns how many places of the document come before this one, those included that are not listed, and how many there are. */
export function placeAmong(hits: Hits, { page, nth }: FindKey): { place: number; all: number } {
  const sum = (some: Hits) => some.reduce((all, { count }) => all + count, 0)
  return { place: sum(hits.filter((hit) => hit.page < page)) + nth + 1, all: sum(hits) }
}

/** Says in a sentence what a search found, and which pages it could not look through. */
export function summaryOf({ hits, wordless, unread }: Found, pages: number): string {
  const times = hits.reduce((sum, { count }) => sum + count, 0)
  const limits = [
    wordless > 0 && `${part(wordless, pages)} without words`,
    unread > 0 && `${part(unread, pages)} not read yet: search again in a moment`,
  ].filter((one) => one !== false)
  if (times === 0 && limits.length === 0) return 'Not found in this document'
  const found =
    times === 0
      ? 'No words found'
      : `Found ${times === 1 ? 'once' : `${times} times`} on ${hits.length === 1 ? 'one page' : `${hits.length} pages`}`
  return [found, ...limits].join('. ')
}

function part(some: number, pages: number): string {
  if (pages === 1) return 'This page is a picture'
  if (some === pages) return `All ${pages} pages are pictures`
  return some === 1 ? `1 of ${pages} pages is a picture` : `${some} of ${pages} pages are pictures`
}
