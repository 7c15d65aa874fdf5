/** Milliseconds that calls of those who see many documents may take, up to so many documents: 95 of 100 calls, the slowest, and a list without a search. */
const targets = [
  { documents: 100_000, usual: 60, slowest: 300, list: 300 },
  { documents: 1_000_000, usual: 250, slowest: 2_000, list: 50 },
]
/** Part of the calls that are usual. */
const usualPart = 0.95
/** Times of what it takes at the smallest size that a call of those who see few documents may take at the largest. */
export const flatRatio = 1.5

/** Returns the targets of a practice of so many documents. */
export function targetsAt(documents: number) {
  const target = targets.find((one) => documents <= one.documents) ?? targets.at(-1)
  if (!target) throw new Error('There are no targets')
  return target
}

/** Returns a line that says whether 95 of 100 of these milliseconds, and the slowest, are within the targets of a size. */
export function saidOf(ms: readonly number[], documents: number): string {
  const { usual, slowest } = targetsAt(documents)
  const sorted = ms.toSorted((a, b) => a - b)
  const within = sorted[Math.ceil(usualPart * sorted.length) - 1] ?? 0
  const most = sorted.at(-1) ?? 0
  const verdict = (measured: number, target: number) => (measured <= target ? 'reached' : 'MISSED')
  return (
    `95 % of ${ms.length} calls of those who see many: ${within.toFixed(0)} ms (at most ${usual}, ${verdict(within, usual)}); ` +
    `the slowest: ${most.toFixed(0)} ms (at most ${slowest}, ${verdict(most, slowest)})`
  )
}
