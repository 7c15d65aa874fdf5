import { endOfDay, startOfDay } from '../../platform/days.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Period } from './rows.ts'

/** Days in the deployment's time zone, both included. */
export type Days = { from?: string | undefined; to?: string | undefined }

/**
 * Returns the instants of these days; events that happen while a report is written are not in it.
 * @throws Refusal 'invalid-input' for a period that ends before it begins.
 */
export function periodOf({ from, to }: Days, now: Date, timeZone: string): Period {
  if (from && to && to < from)
    throw new Refusal('invalid-input', { fields: { to: 'The end date cannot be before the start date.' } })
  const end = to ? endOfDay(to, timeZone).getTime() + 1 : Number.POSITIVE_INFINITY
  return {
    from: from ? startOfDay(from, timeZone) : null,
    before: new Date(Math.min(end, now.getTime() + 1)),
  }
}
