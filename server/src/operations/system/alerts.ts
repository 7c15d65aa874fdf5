import { limits } from '@deedbox/contract/limits.ts'
import type { HealthState } from '@deedbox/contract/system.ts'

/** Time since when a check is bad, and when that was announced. */
export type Standing = { badSince: Date | null; toldAt: Date | null }
/** News that the administrators are told. */
export type News = 'failed' | 'recovered'

/**
 * Returns the change that a new sample of a check makes. Bad for 15 minutes is announced once, and so is the return to good; a warning in
 * between is neither, and what cannot be known changes nothing.
 */
export function nextStanding(
  before: Standing,
  state: HealthState,
  now: Date,
): Standing & { news: News | null } {
  const { badSince, toldAt } = before
  if (state === 'unknown') return { ...before, news: null }
  if (state === 'bad') {
    const since = badSince ?? now
    const due = now.getTime() - since.getTime() >= limits.health.tellAfterMinutes * 60_000
    return toldAt || !due
      ? { badSince: since, toldAt, news: null }
      : { badSince: since, toldAt: now, news: 'failed' }
  }
  if (toldAt && state === 'warning') return { badSince, toldAt, news: null }
  return { badSince: null, toldAt: null, news: toldAt ? 'recovered' : null }
}
