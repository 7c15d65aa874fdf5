import { dayOf } from '@deedbox/contract/dates.ts'
import {
  aboutDetail,
  type DetailName,
  type Details,
  detailNames,
  perDetail,
  type SearchedDetail,
  searchedDetails,
} from '@deedbox/contract/document-details.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { documents } from '../db/tables/documents.ts'
import type { ReadCtx } from '../kernel/context/context.ts'
import { Refusal } from '../platform/errors.ts'

/** The column of each detail. */
export const detailColumns = perDetail((name) => documents[name]) as Pick<typeof documents, DetailName>

/** The details of a document that the search for documents looks at. */
export const searchedOf = (document: Pick<typeof documents.$inferSelect, SearchedDetail>) =>
  Object.fromEntries(searchedDetails.map((name) => [name, document[name]])) as typeof document

/** @throws Refusal 'detail-future' for a day that is to be in the past and has not come yet, under its name */
export function refuseFuture(
  details: Partial<Details>,
  { now, settings }: Pick<ReadCtx, 'now' | 'settings'>,
): void {
  const today = dayOf(now, settings.timeZone)
  const early = detailNames.filter((name) => {
    const known = aboutDetail(name)
    return known.kind === 'day' && known.past && (details[name] ?? '') > today
  })
  const { message } = errors['detail-future']
  if (early.length > 0)
    throw new Refusal('detail-future', { fields: Object.fromEntries(early.map((name) => [name, message])) })
}
