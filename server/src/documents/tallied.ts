import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import { documentSums, documentTallies } from '../db/tables/tallies.ts'
import { addDays } from '../platform/days.ts'
import { asksForGrants, statusOf } from './filter.ts'

/** Whether the filter asks only for what documents are tallied by. */
export const isTallied = (filter: DocumentFilter): boolean => !filter.search?.trim() && !asksForGrants(filter)

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
const monthAfter = (day: string): string => monthOf(addDays(monthOf(day), 31))

/** What the tallies of documents know besides the expiry date. */
function kind(filter: DocumentFilter, table: { type: Column; status: Column }) {
  const { documentType } = filter
  const status = statusOf(filter)
  return and(
    documentType && documentType !== 'all' ? eq(table.type, documentType) : undefined,
    status && eq(table.status, status),
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

/** How many documents fit a filter: of all, or of an organisation, whose sums know only the status; undefined where no tally has it. */
export function talliedSize(
  filter: DocumentFilter,
  { organizationId, hidesArchived }: { organizationId: string | undefined; hidesArchived: boolean },
): SQL | undefined {
  if (!isTallied(filter)) return undefined
  const { documentType, expiryDateFrom, expiryDateTo } = filter
  const sum = (from: SQL, which: SQL | undefined) => sql`(select coalesce(sum(n), 0) from ${from} tallied
    where ${and(which, hidesArchived ? sql`status <> 'archived'` : undefined)})::bigint`
  if (!organizationId) return sum(talliesOf(filter), sql`what = 'document'`)
  if (expiryDateFrom || expiryDateTo || (documentType && documentType !== 'all')) return undefined
  const status = statusOf(filter)
  const ofStatus = status && sql`status = ${status}`
  return sum(
    sql`${documentSums}`,
    and(sql`what = 'organization' and organization_id = ${organizationId}`, ofStatus || undefined),
  )
}
