import { dateText } from '../lib/format.ts'

/** The value of a date field: the text as typed. A rule turns it into a day (`checkDay`, or `days` of a form). */
export type TypedDay = { readonly typed: string }

export const noDay: TypedDay = { typed: '' }

/** Writes a known day as the text of a field. */
export const typedDay = (day: string | null): TypedDay => (day ? { typed: dateText(day, 'UTC') } : noDay)
