import type { createChecks } from '../support/checks.ts'
import type { Counted, Step } from './faults.ts'

export type Way = {
  check: ReturnType<typeof createChecks>['check']
  /** How often each step is met. */
  hits: number
  /** How many deployments are worked on at once. */
  lanes: number
  /** The steps that are tried, by their names. */
  only: RegExp
}

/** A step that is not reached in a run is tried again, so many times as often as it should be. */
export const patience = 3

export const nameOf = ({ what, nth }: Step): string => (nth === 1 ? what : `${what} (${nth})`)

/** The steps that there were in most of the runs: how many of each kind. */
export function usual(runs: Counted[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const what of new Set(runs.flatMap(({ steps }) => Object.keys(steps)))) {
    const numbers = runs.map(({ steps }) => steps[what] ?? 0).sort((a, b) => b - a)
    const often = numbers[Math.floor(runs.length / 2)] ?? 0
    if (often > 0) found.set(what, often)
  }
  return found
}

/** Bytes that are written and not synced are no step of a process that dies: they do not last. A store that is full refuses them, too. */
export const lasts = (what: string): boolean => !/^store writev? /.test(what)
export const isOfStore = (what: string): boolean => what.startsWith('store ')

/** Each of the steps. */
export const each = (kinds: Map<string, number>): Step[] =>
  [...kinds].flatMap(([what, count]) => Array.from({ length: count }, (_, n) => ({ what, nth: n + 1 })))

/** So many of a kind of step as three times the hits, evenly spread from its first to its last. */
export function spread(count: number, hits: number): number[] {
  const most = Math.min(count, 3 * hits)
  return Array.from({ length: most }, (_, n) => 1 + Math.round((n * (count - 1)) / Math.max(1, most - 1)))
}
/** The first, a middle one and the last of a kind of step: the same code at another file or other rows. */
export const some = (count: number): number[] => [...new Set([1, Math.ceil(count / 2), count])]
