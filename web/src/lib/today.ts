import { dayOf, daysBetween } from '@deedbox/contract/dates.ts'
import { useDeployment, useServerNow } from './session.ts'

/** Today (`YYYY-MM-DD`) by the server's clock in the deployment's time zone. */
export function useToday(): string {
  const { timeZone } = useDeployment()
  return dayOf(new Date(useServerNow()), timeZone)
}

/** The calendar days from today until an instant or a day; negative when it is past. */
export function useDaysUntil(): (at: string) => number {
  const { timeZone } = useDeployment()
  const today = useToday()
  return (at) => daysBetween(today, /^\d{4}-\d{2}-\d{2}$/.test(at) ? at : dayOf(at, timeZone))
}

/** The day (`YYYY-MM-DD`) that many days after another. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The same day a year later; 28 February after a 29th. */
export function addYear(day: string): string {
  const [year, rest] = [Number(day.slice(0, 4)) + 1, day.slice(4)]
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`
}

/** The same date some calendar months later; where that month is too short, its last day. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date ?? 1, last))
  return first.toISOString().slice(0, 10)
}
