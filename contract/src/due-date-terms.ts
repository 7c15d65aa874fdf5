import { addMonths } from './dates.ts'
import { choice, day, type FilterOf, id, text } from './filters.ts'

/* Values, labels and filters of what falls due, without zod, so that screens do not load it. */

/** Kinds of what falls due, with the days before it on which people are reminded unless others are chosen. */
export const dueKinds = {
  stamping: { label: 'Stamping', remind: [14, 3] },
  lodgement: { label: 'Lodgement', remind: [30, 7] },
  review: { label: 'Review', remind: [30] },
  vesting: { label: 'Vesting', remind: [3_650, 1_825, 730, 365, 90] },
  power_ends: { label: 'Expiry of a power', remind: [90, 30] },
  meeting: { label: 'Meeting', remind: [14, 1] },
  identity: { label: 'Identity check', remind: [30, 7] },
  distribution: { label: 'Distribution', remind: [60, 30, 7] },
  other: { label: 'Other', remind: [7] },
} as const satisfies Record<string, { label: string; remind: readonly number[] }>
export type DueKind = keyof typeof dueKinds
export const dueKindNames = Object.keys(dueKinds) as [DueKind, ...DueKind[]]
export const dueKindLabels = Object.fromEntries(
  dueKindNames.map((kind) => [kind, dueKinds[kind].label]),
) as Record<DueKind, string>

/** Ways to repeat, with the months from one to the next. */
export const repeats = {
  never: { label: 'Does not repeat', months: 0 },
  monthly: { label: 'Every month', months: 1 },
  quarterly: { label: 'Every three months', months: 3 },
  yearly: { label: 'Every year', months: 12 },
} as const
export type Repeats = keyof typeof repeats
export const repeatNames = Object.keys(repeats) as [Repeats, ...Repeats[]]

export const dueStatuses = { open: 'Open', done: 'Done', not_needed: 'Not needed' } as const
export type DueStatus = keyof typeof dueStatuses
export const dueStatusNames = Object.keys(dueStatuses) as [DueStatus, ...DueStatus[]]

/** Limits of what falls due: reminders of one date, the earliest of them in days, and people who are reminded. */
export const dueLimits = { reminders: 8, earliest: 3_650, people: 20 } as const

/** The filters of what falls due, in the order of their controls. */
export const dueFilters = {
  search: text('Search'),
  dueKind: choice('Kind', dueKindLabels),
  dueStatus: choice('Status', dueStatuses),
  dueFrom: day('From'),
  dueTo: day('Until', 'dueFrom'),
  matter: id('Matter'),
  document: id('Document'),
  person: id('Who is reminded'),
}
export type DueFilter = FilterOf<typeof dueFilters>

/**
 * Returns the next day of what repeats after `day`, counted from its first day, so that what began on the 31st comes on the 31st again after a shorter
 * month. Days are `YYYY-MM-DD`. Null if it does not repeat.
 */
export function nextDay(first: string, day: string, how: Repeats): string | null {
  const { months } = repeats[how]
  if (months === 0) return null
  const apart =
    (Number(day.slice(0, 4)) - Number(first.slice(0, 4))) * 12 +
    Number(day.slice(5, 7)) -
    Number(first.slice(5, 7))
  const step = Math.max(0, Math.floor(apart / months))
  const later = [0, 1, 2].map((more) => addMonths(first, (step + more) * months)).find((one) => one > day)
  if (!later) throw new Error('A date that repeats has no next day')
  return later
}
