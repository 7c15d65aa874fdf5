import { dayOf, daysBetween } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { Preferences } from '@deedbox/contract/preferences.ts'

let relative: Intl.RelativeTimeFormat | undefined
/** Writes 'in 3 days' or '2 months ago'. The format is made at its first use, as making it is slow. */
function relativeText(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  relative ??= new Intl.RelativeTimeFormat('en-AU', { numeric: 'auto' })
  return relative.format(count, unit)
}
const formats = new Map<string, Intl.DateTimeFormat>()

const styles = {
  words: ['en-AU', { day: 'numeric', month: 'short', year: 'numeric' }],
  slashes: ['en-AU', { day: '2-digit', month: '2-digit', year: 'numeric' }],
  // Locale of Canada, which writes dates like 2026-12-03.
  iso: ['en-CA', { day: '2-digit', month: '2-digit', year: 'numeric' }],
  time: ['en-AU', { hour: 'numeric', minute: '2-digit' }],
} as const

let display: Preferences['dates'] = 'words'

/** Sets how dates are shown, as the person who is signed in prefers it; '3 Dec 2026' by default. */
export const showDatesAs = (preferred: Preferences['dates'] | undefined): void => {
  display = preferred ?? 'words'
}

function format(timeZone: string, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${timeZone} ${style}`
  const known = formats.get(key)
  if (known) return known
  const [locale, parts] = styles[style]
  const created = new Intl.DateTimeFormat(locale, { timeZone, ...parts })
  formats.set(key, created)
  return created
}

/** Milliseconds ahead that count as past, because two clocks never agree to the second. */
const justNowMs = 5_000

const isDay = (at: string) => /^\d{4}-\d{2}-\d{2}$/.test(at)

/**
 * Writes a date as '3 Dec 2026', or as the person prefers it. `at` is an instant (ISO 8601) or a calendar day (`YYYY-MM-DD`), which belongs to no
 * time zone.
 */
export const dateText = (at: string, timeZone: string): string =>
  format(isDay(at) ? 'UTC' : timeZone, display).format(new Date(at))

/** Writes an instant as '3 Dec 2026, 4:05 pm' in the deployment's time zone; 'pm' never begins a line. */
export const dateTimeText = (instant: string, timeZone: string): string =>
  `${dateText(instant, timeZone)}, ${format(timeZone, 'time').format(new Date(instant)).replace(/\s/, '\u00a0')}`

const daysOf = (at: string, now: number, timeZone: string): [today: string, day: string] => [
  dayOf(new Date(now), timeZone),
  isDay(at) ? at : dayOf(at, timeZone),
]

/** Counts the calendar days of a time zone from `now` (milliseconds) until an instant or a day; negative when it is past. */
export const daysUntil = (at: string, now: number, timeZone: string): number =>
  daysBetween(...daysOf(at, now, timeZone))

/** Counts the years that are complete between two days, as an age is counted. */
function wholeYears(earlier: string, later: string): number {
  const years = Number(later.slice(0, 4)) - Number(earlier.slice(0, 4))
  return later.slice(4) < earlier.slice(4) ? years - 1 : years
}

function distanceOfDays(today: string, day: string): string {
  const days = daysBetween(today, day)
  const far = Math.abs(days)
  if (far < 60) return relativeText(days, 'day')
  if (far < 730) return relativeText(Math.round(days / 30.44), 'month')
  return relativeText(days > 0 ? wholeYears(today, day) : -wholeYears(day, today), 'year')
}

/**
 * Writes how far `at` is from `now` (milliseconds): 'in 12 days', 'yesterday', '3 hours ago', 'just now'. Instants less than a day away are given in
 * hours or minutes; everything else in the calendar days of the deployment's time zone.
 */
export function distanceText(at: string, now: number, timeZone: string): string {
  if (!isDay(at)) {
    const minutes = Math.round((Date.parse(at) - now) / 60_000)
    if (minutes === 0) return Date.parse(at) > now + justNowMs ? 'in less than a minute' : 'just now'
    if (Math.abs(minutes) < 60) return relativeText(minutes, 'minute')
    if (Math.abs(minutes) < 24 * 60) return relativeText(Math.trunc(minutes / 60), 'hour')
  }
  return distanceOfDays(...daysOf(at, now, timeZone))
}

/** Writes distance and date: 'in 12 days · 3 Dec 2026', with the hour when it is less than a day away. */
export function whenText(at: string, now: number, timeZone: string): string {
  const near = !isDay(at) && Math.abs(Date.parse(at) - now) < dayMs
  const date = near ? dateTimeText(at, timeZone) : dateText(at, timeZone)
  return `${distanceText(at, now, timeZone)} · ${date}`
}

/** Writes 'until 3 Dec 2026 (in 12 days)'. */
export function untilText(at: string, now: number, timeZone: string): string {
  return `until ${dateText(at, timeZone)} (${distanceText(at, now, timeZone)})`
}

/** Returns the initials of a name's first and last part. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => [...part][0]?.toLocaleUpperCase('en-AU') ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
