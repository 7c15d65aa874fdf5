import { readDay } from '@deedbox/contract/typed-day.ts'

const format = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Writes a day of every year, '06-30', as '30 June'. */
export const dayOfYearText = (monthDay: string): string => format.format(new Date(`2001-${monthDay}`))

/** Reads a typed day of every year; null: it is none, or it does not come every year. */
export function readDayOfYear(text: string): string | null {
  const read = readDay(text, '2001-01-01', 'next')
  return 'day' in read && !read.day.endsWith('02-29') ? read.day.slice(5) : null
}
