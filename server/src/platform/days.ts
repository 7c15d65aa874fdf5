import { Temporal } from 'temporal-polyfill'

/** Returns the first instant of a calendar day (`YYYY-MM-DD`) in a time zone. @throws RangeError when `day` is not a calendar day. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day, { overflow: 'reject' }).toZonedDateTime(timeZone).epochMilliseconds)

/**
 * Returns the end of a calendar day (`YYYY-MM-DD`) in a time zone: its last millisecond, so that the instant is still on that day. Handles
 * days of 23 and 25 hours, and days that a zone skipped or that began after midnight.
 * @throws RangeError when `day` is not a calendar day.
 */
export function endOfDay(day: string, timeZone: string): Date {
  const next = Temporal.PlainDate.from(day, { overflow: 'reject' }).add({ days: 1 })
  return new Date(next.toZonedDateTime(timeZone).epochMilliseconds - 1)
}

/**
 * Returns the same time of day on the same date `years` later in a time zone; 29 February becomes the 28th. A time that daylight saving
 * skips moves forward by the skipped hour.
 */
export const addYears = (instant: Date, years: number, timeZone: string): Date =>
  later(instant, { years }, timeZone)

/**
 * Returns the same time of day on the same date `months` calendar months later in a time zone; if that month is too short, its last day.
 * Daylight saving as in {@link addYears}.
 */
export const addMonths = (instant: Date, months: number, timeZone: string): Date =>
  later(instant, { months }, timeZone)

function later(instant: Date, by: { years: number } | { months: number }, timeZone: string): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(start.add(by).epochMilliseconds)
}
