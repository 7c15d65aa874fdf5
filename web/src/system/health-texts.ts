import {
  type CheckedHealth,
  type HealthHistory,
  type HealthState,
  healthLabels,
} from '@deedbox/contract/system.ts'

export const stateLabels: Record<HealthState, string> = {
  good: 'OK',
  warning: 'Needs attention',
  bad: 'Not working',
  unknown: 'Not known',
}

const listed = (names: string[]) => names.join(', ')

/** Returns the page's first sentence: everything works, or what does not. */
export function summaryOf(checks: CheckedHealth[]): string {
  const namesOf = (state: HealthState) =>
    checks.flatMap((one) => (one.state === state ? [healthLabels[one.check]] : []))
  const bad = namesOf('bad')
  const warning = namesOf('warning')
  const parts = [
    ...(bad.length > 0 ? [`Not working: ${listed(bad)}.`] : []),
    ...(warning.length > 0 ? [`Needs attention: ${listed(warning)}.`] : []),
  ]
  return parts.length > 0 ? parts.join(' ') : 'Everything works.'
}

/** Writes minutes of a day as '2 h 5 min'. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}

/** Writes how much of the checked time a part worked; never 100 % if anything was wrong. `since`: the first day of it. */
export function workedText({ days }: Pick<HealthHistory, 'days'>, since: string): string {
  const total = (of: (day: HealthHistory['days'][number]) => number) =>
    days.reduce((all, day) => all + of(day), 0)
  const bad = total((day) => day.bad)
  const warning = total((day) => day.warning)
  const all = total(({ good }) => good) + warning + bad
  const attention = warning > 0 ? ` It needed attention for ${minutesText(warning)}.` : ''
  if (bad === 0) return `Worked all the time since ${since}.${attention}`
  const share = Math.min(99.9, Math.floor((1000 * (all - bad)) / all) / 10)
  const percent = share.toLocaleString('en-AU', { minimumFractionDigits: 1 })
  return `Worked ${percent} % of the time since ${since}. It did not work for ${minutesText(bad)}.${attention}`
}
