import { addDays, addMonths } from './dates.ts'

/* Rules by which dates are proposed (ADR 76), without zod, so that screens do not load it. */

/**
 * Facts of a rule that decide what it proposes. `monthDay` ('06-30'): a day of every year for matters of these kinds; otherwise so many months and days
 * after the execution of documents of these kinds at this place (null: anywhere), if they were executed within its validity.
 */
export type Proposing = {
  monthDay: string | null
  matterKinds: readonly string[]
  documentKinds: readonly string[]
  place: string | null
  months: number
  days: number
  validFrom: string | null
  validTo: string | null
}

/** Days after which a date that nobody confirmed is not proposed any more. */
const lateDays = 90

const validOn = ({ validFrom, validTo }: Proposing, day: string): boolean =>
  (validFrom === null || validFrom <= day) && (validTo === null || day <= validTo)

type Executed = { kind: string | null; executedOn: string | null; executedIn: string | null }

/** Returns the day (`YYYY-MM-DD`) that a rule proposes for a document; null where it does not apply, or the day is long over. */
export function dayForDocument(rule: Proposing, document: Executed, today: string): string | null {
  const { kind, executedOn, executedIn } = document
  if (rule.monthDay !== null || !executedOn || !kind || !rule.documentKinds.includes(kind)) return null
  if (rule.place !== null && rule.place !== executedIn) return null
  if (!validOn(rule, executedOn)) return null
  const day = addDays(addMonths(executedOn, rule.months), rule.days)
  return day >= addDays(today, -lateDays) ? day : null
}

/**
 * Tells whether a rule may apply to a document of which nobody said on which day it was executed, or where and how: the place in law of an electronic
 * signature may be another one. What would be long over is not asked.
 */
export function asksExecution(
  rule: Proposing,
  document: Executed & { signedHow: string | null },
  today: string,
): boolean {
  const { kind, executedOn, executedIn, signedHow } = document
  if (rule.monthDay !== null || !kind || !rule.documentKinds.includes(kind)) return false
  if (executedOn === null) return true
  if (rule.place === null || (executedIn !== null && signedHow !== null)) return false
  return dayForDocument(rule, { ...document, executedIn: executedIn ?? rule.place }, today) !== null
}

/** Returns the next day that a yearly rule proposes for a matter; null where it does not apply. */
export function dayForMatter(rule: Proposing, matterKind: string, today: string): string | null {
  if (rule.monthDay === null || !rule.matterKinds.includes(matterKind)) return null
  const year = Number(today.slice(0, 4))
  const day = [year, year + 1].map((one) => `${one}-${rule.monthDay}`).find((one) => one >= today)
  return day && validOn(rule, day) ? day : null
}
