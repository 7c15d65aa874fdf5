import { documentDetails, type OfKind } from './document-details.ts'
import { errors } from './refusals/documents.ts'
import type { DayKind, DayRule } from './typed-day.ts'

/** Returns how a typed day of a detail is read; `kind`: the year that it means where none is typed, unless it is in the past anyway. */
export const ruleOfDetail = (name: OfKind<'day'>, today: string, kind: DayKind): DayRule =>
  documentDetails[name].past
    ? { kind: 'last', to: { day: today, message: errors['detail-future'].message } }
    : { kind }
