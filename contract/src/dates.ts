import { dayMs } from './durations.ts'
import { limits } from './limits.ts'

/** Header of every answer to a call: the server's time (ISO 8601), by which the screens count. */
export const nowHeader = 'deedbox-now'

// Formats by time zone, kept because making one takes a hundred times as long as using it.
const formats = new Map<string, Intl.DateTimeFormat>()

/** Tells whether a time zone has this name, as in `Australia/Sydney`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-AU', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Returns the calendar day (`YYYY-MM-DD`) of an instant in a time zone. */
export function dayOf(instant: Date | string, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(new Date(instant))
}

/** Counts whole calendar days from `from` to `to` (both `YYYY-MM-DD`); negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

/** Returns the day (`YYYY-MM-DD`) that is `days` after `day`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Returns the same date `months` later, or, if that month is too short, its last day. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date ?? 1, last))
  return first.toISOString().slice(0, 10)
}

/** Returns the last day of the Australian financial year: the next 30 June after `day`. */
export function endOfFinancialYear(day: string): string {
  const end = `${day.slice(0, 4)}-06-30`
  return day < end ? end : `${Number(day.slice(0, 4)) + 1}-06-30`
}

export type ExpiryPriority = 'expired' | 'critical' | 'high' | 'medium' | 'low'

/** Returns a document's expiry priority by its days to expiry (specification, section 4); `null` means no expiry date. */
export function expiryPriority(days: number | null): ExpiryPriority {
  if (days === null) return 'low'
  if (days < 0) return 'expired'
  if (days <= 7) return 'critical'
  if (days <= 30) return 'high'
  if (days <= 90) return 'medium'
  return 'low'
}

/** Returns the badge of a grant by its remaining days (specification, section 2); the more urgent one wins. */
export function accessBadge(days: number): 'Expiring soon' | 'Auto-revoke soon' | null {
  if (days <= limits.expiringSoonDays) return 'Expiring soon'
  if (days <= limits.autoRevokeSoonDays) return 'Auto-revoke soon'
  return null
}
