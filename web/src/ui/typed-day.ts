import { dateText } from '../lib/format.ts'

/** What a date field holds: the text as it was typed. Only a rule makes a day of it (`checkDay`, or `days` of a form). */
export type TypedDay = { readonly typed: string }

export const noDay: TypedDay = { typed: '' }

/** A known day as a field shows it. */
export const typedDay = (day: string | null): TypedDay => (day ? { typed: dateText(day, 'UTC') } : noDay)
