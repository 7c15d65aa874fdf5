import type { PaperLink } from '@deedbox/contract/papers.ts'

/** A link between two rows of the picture; `lane` 0 is next to the rows. */
export type Arc = { from: number; to: number; relation: PaperLink['relation']; lane: number }

/** Lays the links of papers beside their rows: the short ones inside, and none over another in the same lane. */
export function arcsOf(ids: readonly string[], links: readonly PaperLink[]): Arc[] {
  const row = new Map(ids.map((id, at) => [id, at]))
  const placed: Arc[] = []
  const spans = links
    .flatMap(({ from, relation, to }) => {
      const [a, b] = [row.get(from), row.get(to)]
      return a === undefined || b === undefined ? [] : [{ from: a, to: b, relation }]
    })
    .sort((a, b) => Math.abs(a.from - a.to) - Math.abs(b.from - b.to) || a.from - b.from)
  for (const span of spans) {
    let lane = 0
    while (placed.some((arc) => arc.lane === lane && overlap(arc, span))) lane++
    placed.push({ ...span, lane })
  }
  return placed
}

type Span = Pick<Arc, 'from' | 'to'>

/** Tells whether two spans share more than an end. */
const overlap = (a: Span, b: Span): boolean =>
  Math.max(Math.min(a.from, a.to), Math.min(b.from, b.to)) <
  Math.min(Math.max(a.from, a.to), Math.max(b.from, b.to))
