import {
  aboutDetail,
  type DetailName,
  type Details,
  detailNames,
  detailText,
  isDay,
  type OfKind,
  perDetail,
  type RequiredDetail,
  toDetails,
} from '@deedbox/contract/document-details.ts'
import { checkDay, type DayRule } from '@deedbox/contract/typed-day.ts'
import { type TypedDay, typedDay } from '../ui/typed-day.ts'

export type DayName = OfKind<'day'>
/** Details as the fields of a form hold them: a day as typed, '' for none. The type may be that of before a kind was chosen: it follows when they are read. */
export type DetailValues = {
  [Name in DetailName]: Name extends DayName
    ? TypedDay
    : NonNullable<Details[Name]> | (Name extends RequiredDetail ? never : '')
}

/** Makes a rule for each detail that is a day. */
export const rulesOfDays = <Rule>(ruleOf: (name: DayName) => Rule) =>
  Object.fromEntries(detailNames.filter(isDay).map((name) => [name, ruleOf(name)])) as Record<DayName, Rule>

/** Details in the form of an answer. */
type Shown = Record<DetailName, string | null>

export const valuesOf = (details: Shown): DetailValues =>
  perDetail((name) => valueFrom(name, textsOf(details)[name])) as DetailValues

/** Writes details as texts, for the form and the changes of others. */
export const textsOf = (details: Shown): Record<DetailName, string> =>
  perDetail((name) => (isDay(name) ? typedDay(details[name]).typed : detailText(name, details[name])))

/** Returns the value of a field that shows this text. */
export function valueFrom(name: DetailName, text: string): string | TypedDay {
  const known = aboutDetail(name)
  if (known.kind === 'day') return { typed: text }
  if (known.kind === 'line') return text
  return (
    Object.entries(known.choices).find(([, label]) => label === text)?.[0] ??
    ('usual' in known ? known.usual : '')
  )
}

/** Reads the details as they are sent, or what is wrong with them. */
export function readValues(
  values: DetailValues,
  today: string,
  ruleOf: (name: DayName) => DayRule,
): { details: Details } | { faults: Partial<Record<DetailName, string>> } {
  const faults: Partial<Record<DetailName, string>> = {}
  const read = perDetail((name) => {
    const value = values[name]
    const { label, required } = aboutDetail(name)
    if (typeof value === 'string') {
      if (required && value.trim() === '') faults[name] = `Please enter a ${label.toLowerCase()}`
      return value
    }
    const day = checkDay(value.typed, today, isDay(name) ? ruleOf(name) : { kind: 'next' })
    if ('problem' in day) faults[name] = day.problem
    return 'day' in day ? day.day : null
  }) as Details
  return Object.keys(faults).length > 0 ? { faults } : { details: toDetails(read) }
}
