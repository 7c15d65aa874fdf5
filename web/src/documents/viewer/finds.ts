import type { Answer } from '../../lib/api.ts'

export type Hits = Answer<'GET /api/documents/:documentId/search'>['hits']
/** A place that a search found, in the order of the document. */
export type Find = Hits[number]['places'][number] & { page: number }

/** Lists all places in the order of the document; a page beyond the limit of places counts as one. */
export const findsOf = (hits: Hits): Find[] =>
  hits.flatMap(({ page, excerpt, places }) =>
    (places.length > 0 ? places : [{ excerpt, boxes: [] }]).map((place) => ({ ...place, page })),
  )

/** Returns the index of the first place on this page or after it; otherwise the first of all. */
export function firstFrom(finds: readonly Find[], page: number): number {
  const index = finds.findIndex((find) => find.page >= page)
  return Math.max(index, 0)
}

/** Returns the next or previous place; the first follows the last. */
export const nextFind = (index: number, step: 1 | -1, count: number): number =>
  count === 0 ? 0 : (index + step + count) % count

/** Says in a sentence what a search found. */
export function summaryOf(hits: Hits): string {
  const times = hits.reduce((sum, { count }) => sum + count, 0)
  if (times === 0) return 'Not found in this document'
  return `Found ${times === 1 ? 'once' : `${times} times`} on ${hits.length === 1 ? 'one page' : `${hits.length} pages`}`
}
