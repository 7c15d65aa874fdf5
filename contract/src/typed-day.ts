import { addDays, addMonths, daysBetween } from './dates.ts'
import { fill, screen } from './messages.ts'
import { errors } from './refusals/kernel.ts'

/**
 * Days that a field asks for, which decide the year when none is typed. 'future': the next such day, and past days are refused; 'next': the next one;
 * 'last': the last one; 'nearest': the nearer of the two.
 */
export type DayKind = 'future' | 'next' | 'last' | 'nearest'

export type ReadDay = { day: string } | { problem: string }

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const capital = (word = '') => word.charAt(0).toUpperCase() + word.slice(1)
const pad = (number: number, length = 2) => String(number).padStart(length, '0')

/** Reads a typed day, in Australian order (day, month, year), or says what is wrong with it. */
export function readDay(text: string, today: string, kind: DayKind = 'future'): ReadDay {
  const plain = plainText(text)
  const read = readWords(plain, today, kind) ?? readDate(plain, today, kind)
  if (!read) return { problem: fill(screen.dayUnknown, { example: example(today) }) }
  if ('problem' in read) return read
  if (read.day < '1900-01-01' || read.day > '2199-12-31') return { problem: screen.dayYear }
  if (kind === 'future' && read.day < today) return { problem: screen.dayPassed }
  return read
}

type Bound = { day: string; message: string }

/** Rule of a date field: its kind of days, the message if one is required, and the first and last allowed day. */
export type DayRule = { kind: DayKind; required?: string; from?: Bound | undefined; to?: Bound | undefined }

/** Checks a field's text against its rule: nothing (null), a day, or what is wrong. */
export function checkDay(
  text: string,
  today: string,
  { kind, required, from, to }: DayRule,
): { day: string | null } | { problem: string } {
  if (text.trim() === '') return required ? { problem: required } : { day: null }
  const read = readDay(text, today, kind)
  if ('problem' in read) return read
  const problem =
    (from && read.day < from.day && from.message) ||
    (to && read.day > to.day && to.message) ||
    (kind === 'future' && tooFar(read.day, today))
  return problem ? { problem } : read
}

/** Access lasts ten years at most. */
const tooFar = (day: string, today: string) =>
  day >= addMonths(today, 120) ? errors['expiry-far'].message : null

/** Writes a day as 'Thursday 3 December 2026'. */
export function dayInWords(day: string): string {
  const [year, month, date] = partsOf(day)
  return `${capital(weekdays[weekdayOf(day)])} ${date} ${capital(months[month - 1])} ${year}`
}

/** Makes spaces, dashes, quotes and case uniform, and removes the dots of abbreviations. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/['‘’“”"]/g, '')
    .replace(/(\p{L})\./gu, '$1 ')
    .replace(/(\d)\.(?=\s|$)/g, '$1 ')
    .replace(/[,\s]+/g, ' ')
    .replace(/ ?([-/]) ?/g, '$1')
    .trim()
}

const units: Record<string, (day: string, count: number) => string> = {
  d: addDays,
  w: (day, count) => addDays(day, 7 * count),
  f: (day, count) => addDays(day, 14 * count),
  m: addMonths,
  y: (day, count) => addMonths(day, 12 * count),
}
const unit = '(d|days?|w|wks?|weeks?|fortnights?|m|mo|mths?|months?|y|yrs?|years?)'

const nearDays = new Map([
  ['today', 0],
  ['now', 0],
  ['tomorrow', 1],
  ['day after tomorrow', 2],
  ['yesterday', -1],
])
const shortEnds = new Map([
  ['eom', 'month'],
  ['eoy', 'year'],
  ['eofy', 'financial year'],
])

/** Reads words relative to today: 'tomorrow', 'in 3 weeks', 'next Friday'. */
function readWords(text: string, today: string, kind: DayKind): ReadDay | null {
  const words = text.replace(/^the | from (now|today)$/g, '')
  const near = nearDays.get(words)
  if (near !== undefined) return { day: addDays(today, near) }

  const count = words.match(new RegExp(`^(?:in |for |after )?(\\d{1,4}|[a-z]+) ?${unit}( ago)?$`))
  if (count) {
    const [, many = '', of = '', ago] = count
    const number = /^an?$/.test(many) ? 1 : /^\d/.test(many) ? Number(many) : numbers.indexOf(many)
    if (number >= 0) return bounded(units[of.charAt(0)]?.(today, ago ? -number : number))
  }
  const beside = words.match(/^(next|last) (week|fortnight|month|year)$/)
  if (beside) return bounded(units[beside[2]?.charAt(0) ?? '']?.(today, beside[1] === 'next' ? 1 : -1))

  const weekday = words.match(/^(?:on )?(?:(this|coming|next|last) )?([a-z]+)$/)
  const index = weekday ? nameIn(weekdays, weekday[2]) : -1
  if (weekday && index >= 0) return { day: weekdayFrom(today, index, weekday[1], kind) }
  return readEnd(words, today)
}

/** Refuses a day that is out of range, as a very large count of years gives no valid date. */
const bounded = (day: string | undefined): ReadDay =>
  day && /^\d{4}-/.test(day) ? { day } : { problem: screen.dayYear }

/** Reads a weekday: 'friday' is the coming one, never today; 'next friday' is that of next week (weeks begin on Monday). */
function weekdayFrom(today: string, weekday: number, which: string | undefined, kind: DayKind): string {
  const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7
  if (which === 'last' || (which === undefined && kind === 'last')) return addDays(today, ahead - 7 || -7)
  if (which !== 'next') return addDays(today, ahead)
  const monday = addDays(today, 7 - ((weekdayOf(today) + 6) % 7))
  return addDays(monday, (weekday + 6) % 7)
}

/** Reads the end of a month or year; a financial year ends on 30 June. */
function readEnd(text: string, today: string): ReadDay | null {
  const short = shortEnds.get(text)
  const end =
    text.match(/^(?:by )?(?:the )?end (?:of )?(?:the |this )?(next )?(.+)$/) ??
    text.match(/^()(month|year|calendar year|financial year|fy)[- ]end$/)
  const [, next, what] = short ? [null, undefined, short] : (end ?? [])
  const year = Number(today.slice(0, 4))
  const more = next ? 1 : 0
  if (what === 'month') return { day: lastOf(addMonths(`${today.slice(0, 7)}-01`, more)) }
  if (what === 'year' || what === 'calendar year') return { day: `${year + more}-12-31` }
  if (what === 'financial year' || what === 'fy')
    return { day: `${year + (today.slice(5) > '06-30' ? 1 : 0) + more}-06-30` }
  const [, name, written] = what?.match(/^([a-z]+)(?: (\d{4}))?$/) ?? []
  const month = nameIn(months, name)
  if (month < 0) return null
  const coming = `${written ?? year}-${pad(month + 1)}-01`
  const day = lastOf(coming)
  return { day: written || day >= today ? day : lastOf(addMonths(coming, 12)) }
}

/** Returns the last day of the month of `day`. */
const lastOf = (day: string) => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)

type Written = { date: number; month: number; year?: number | undefined; weekday?: string | undefined }

/** Reads a written date; a weekday before it must match. */
function readDate(text: string, today: string, kind: DayKind): ReadDay | null {
  const [, first = '', rest = ''] = text.match(/^([a-z]+) (.+)$/) ?? []
  const weekday = nameIn(weekdays, first)
  const written = writtenDate(weekday >= 0 ? rest : text, today)
  if (!written || 'problem' in written) return written
  const { date, month } = written
  if (month < 1 || month > 12) return { problem: fill(screen.dayNoMonth, { month, example: example(today) }) }
  const name = `${date} ${capital(months[month - 1])}`
  const read = complete(written, today, kind)
  if (read === null)
    return { problem: fill(screen.dayMissing, { day: written.year ? `${name} ${written.year}` : name }) }
  if (weekday >= 0 && weekday !== weekdayOf(read))
    return {
      problem: fill(screen.dayWeekday, {
        day: `${name} ${read.slice(0, 4)}`,
        weekday: capital(weekdays[weekdayOf(read)]),
        typed: capital(weekdays[weekday]),
      }),
    }
  return { day: read }
}

const between = '[-/. ]'
const year = `(\\d{4}|\\d{2})`

/** Reads the numbers of a written date. */
function writtenDate(text: string, today: string): Written | { problem: string } | null {
  const iso = text.match(new RegExp(`^(\\d{4})${between}(\\d{1,2})${between}(\\d{1,2})$`))
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), date: Number(iso[3]) }
  const numeric =
    text.match(new RegExp(`^(\\d{1,2})${between}(\\d{1,2})(?:${between}${year})?$`)) ??
    text.match(/^(\d{2})(\d{2})(\d{4}|\d{2})$/)
  if (numeric)
    return { date: Number(numeric[1]), month: Number(numeric[2]), year: fullYear(numeric[3], today) }

  const date = '(\\d{1,2})(?:st|nd|rd|th)?'
  const dayFirst = text.match(new RegExp(`^${date}${between}?(?:of )?([a-z]+)(?:${between}?${year})?$`))
  const monthFirst = text.match(new RegExp(`^([a-z]+)${between}?${date}(?:${between}${year})?$`))
  const [number, name, written] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = nameIn(months, name)
  if (month >= 0) return { date: Number(number), month: month + 1, year: fullYear(written, today) }

  const [, alone] = text.match(/^(?:([a-z]+)(?: \d{4})?|\d{4})$/) ?? []
  if (/^\d{4}$/.test(text) || nameIn(months, alone) >= 0)
    return { problem: fill(screen.dayNoDay, { example: example(today) }) }
  return null
}

/** Completes a two-digit year to the one within fifty years of now. */
function fullYear(written: string | undefined, today: string): number | undefined {
  if (written === undefined) return undefined
  if (written.length === 4) return Number(written)
  const now = Number(today.slice(0, 4))
  const near = now - (now % 100) + Number(written)
  return near > now + 49 ? near - 100 : near < now - 50 ? near + 100 : near
}

/** Returns the day of a written date, with the year filled in if none was written; null when there is no such day. */
function complete({ date, month, year }: Written, today: string, kind: DayKind): string | null {
  const on = (year: number) => {
    const day = `${pad(year, 4)}-${pad(month)}-${pad(date)}`
    const last = date <= 31 ? Number(lastOf(`${pad(year, 4)}-${pad(month)}-01`).slice(8)) : 0
    return date >= 1 && date <= last ? day : null
  }
  if (year !== undefined) return year >= 1 ? on(year) : null
  const now = Number(today.slice(0, 4))
  // Candidates in nearby years, as a 29 February may be eight years away.
  const days = Array.from({ length: 17 }, (_, index) => on(now - 8 + index)).filter((day) => day !== null)
  const next = days.find((day) => day >= today)
  const last = days.findLast((day) => day <= today)
  if (!next || !last) return null
  if (kind === 'last') return last
  if (kind === 'nearest') return daysBetween(last, today) < daysBetween(today, next) ? last : next
  return next
}

/** Finds the index of a name written in full or shortened to three letters or more ('sept', 'thurs'); -1 for none. */
const nameIn = (names: string[], name = ''): number =>
  name.length < 3 ? -1 : names.findIndex((whole) => whole.startsWith(name))

function partsOf(day: string): [number, number, number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return [year, month, date]
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Returns the next 3 December, as an example of how to write a date. */
const example = (today: string) => `3 Dec ${complete({ date: 3, month: 12 }, today, 'next')?.slice(0, 4)}`
