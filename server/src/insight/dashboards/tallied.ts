import { addDays } from '@deedbox/contract/dates.ts'
import type { DocumentFilter } from '@deedbox/contract/document-filters.ts'
import { documentStatuses, withArchived } from '@deedbox/contract/document-terms.ts'
import { setFilters } from '@deedbox/contract/filters.ts'
import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { documentSums, documentTallies } from '../../db/tables/tallies.ts'
import { leavesArchivedOut, leavesEarlierOut } from '../../documents/lists/filter.ts'

/** Filters that the tallies know. */
const tallied: readonly string[] = ['documentType', 'status', 'versions', 'expiryDateFrom', 'expiryDateTo']

/** Tells whether the tallies know every filter that is set: one that is not named here is counted, slowly and never wrongly. */
export const isTallied = (filter: DocumentFilter): boolean =>
  setFilters(filter).every(([name]) => tallied.includes(name))

/** End of the status of a document in the tallies, if there is a later version of it. */
const earlier = ' earlier'

/** Statuses in the tallies of the documents that lists with this filter show. */
export const talliedAs = (filter: DocumentFilter): string[] =>
  documentStatuses
    .filter((status) => status !== 'archived' || !leavesArchivedOut(filter))
    .flatMap((status) => (leavesEarlierOut(filter) ? [status] : [status, `${status}${earlier}`]))

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
const monthAfter = (day: string): string => monthOf(addDays(monthOf(day), 31))

/** Conditions that the tallies of documents know besides the expiry date. */
function kind(filter: DocumentFilter, table: { type: Column; status: Column }) {
  const { documentType, status } = filter
  return and(
    documentType && documentType !== 'all' ? eq(table.type, documentType) : undefined,
    status && status !== 'all' && status !== withArchived
      ? inArray(table.status, [status, `${status}${earlier}`])
      : undefined,
  )
}

/**
 * The tallies of the documents of a filter that {@link isTallied}, as rows of (what, status, expires, day, n, bytes): whole months of
 * expiry dates from the sums, the days at both ends of its range from the tallies. `byDay`: days that the sums must not blur.
 */
export function talliesOf(filter: DocumentFilter, byDay?: { first: string; last: string }): SQL {
  const { expiryDateFrom: from, expiryDateTo: to } = filter
  const date = (value: string) => sql`${value}::date`
  const ends = (expires: Column) =>
    and(
      from ? sql`${expires} >= ${date(from)}` : undefined,
      to ? sql`${expires} <= ${date(to)}` : undefined,
      from || to ? sql`${expires} <> 'infinity'` : undefined,
    )
  // A month is whole when its first day and the day before the next month's are in the range.
  const months = (expires: Column) =>
    and(
      from ? sql`${expires} >= ${date(from === monthOf(from) ? from : monthAfter(from))}` : undefined,
      to ? sql`${expires} < ${date(monthOf(addDays(to, 1)))}` : undefined,
      byDay
        ? sql`not (${expires} >= ${date(monthOf(byDay.first))} and ${expires} < ${date(monthAfter(byDay.last))})`
        : undefined,
    ) ?? sql`true`
  const rows = (table: typeof documentSums | typeof documentTallies, days: SQL | undefined) =>
    sql`select what, status, expires, day, n, bytes from ${table}
      where ${and(sql`${table.what} <> 'organization'`, kind(filter, table), ends(table.expires), days)}`
  return sql`(
    ${rows(documentSums, months(documentSums.expires))}
    union all
    ${rows(documentTallies, sql`not (${months(documentTallies.expires)})`)})`
}
