/** Lengths of time in milliseconds. A day is 24 hours here; calendar days are in `dates.ts`. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Returns the instant that is this number of times 24 hours later. */
export const daysAfter = (instant: Date, days: number): Date => new Date(instant.getTime() + days * dayMs)

/** Returns the instant that is this number of times 24 hours earlier. */
export const daysBefore = (instant: Date, days: number): Date => daysAfter(instant, -days)
