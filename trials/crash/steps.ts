import type { createChecks } from '../support/checks.ts'
import type { Counted, Step } from './faults.ts'

export type Way = {
  check: ReturnType<typeof createChecks>['check']
  /** Number of times that each step is met. */
  hits: number
  /** Number of deployments that are worked on at once. */
  lanes: number
  /** The steps that are tried, by their names. */
  only: RegExp
}

/** Number of tries at most for each hit that is wanted, as a step may not be reached in a run. */
export const patience = 3

export const nameOf = ({ what, nth }: Step): string => (nth === 1 ? what : `${what} (${nth})`)

/** Returns the steps that there were in most of the runs: how many of each kind. */
export function usual(runs: Counted[]): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const what of new Set(runs.flatMap(({ steps }) => Object.keys(steps)))) {
    const numbers = runs.map(({ steps }) => steps[what] ?? 0).sort((a, b) => b - a)
    const often = numbers[Math.floor(runs.length / 2)] ?? 0
    if (often > 0) kinds.set(what, often)
  }
  return kinds
}

/**
 * Tells whether a step lasts. Bytes that are written and not synced are no step of a process that dies: they do not last. A store that is
 * full refuses them, too.
 */
export const lasts = (what: string): boolean => !/^store writev? /.test(what)
export const isOfStore = (what: string): boolean => what.startsWith('store ')

/** Lists each of the steps. */
export const each = (kinds: Map<string, number>): Step[] =>
  [...kinds].flatMap(([what, count]) => Array.from({ length: count }, (_, n) => ({ what, nth: n + 1 })))

/** Picks as many of a kind of step as three times the hits, evenly spread from its first to its last. */
export function spread(count: number, hits: number): number[] {
  const most = Math.min(count, 3 * hits)
  return Array.from({ length: most }, (_, n) => 1 + Math.round((n * (count - 1)) / Math.max(1, most - 1)))
}
/** Picks the first, a middle one and the last of a kind of step: the same code at another file or other rows. */
export const some = (count: number): number[] => [...new Set([1, Math.ceil(count / 2), count])]
