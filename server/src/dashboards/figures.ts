import { dayOf } from '@deedbox/contract/dates.ts'
import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import { seesEveryDocument, visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { auditEvents } from '../db/tables/audit.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { accessRequests } from '../db/tables/requests.ts'
import { isReading, readingDays, readingWhat } from '../db/tallies.ts'
import { filtered } from '../documents/filter.ts'
import { addDays } from '../platform/days.ts'
import { anywhere } from '../platform/search.ts'
import { own, reviewable } from '../requests/find.ts'
import { monthsFrom } from './months.ts'

/** What a dashboard covers: the documents that the caller sees with a filter, and the grants and requests on them. */
export type Scope = {
  /** No filter is set: requests without a document count too. */
  whole: boolean
  /** Over `documents`. */
  shown: SQL
  /** Over `documents`, including deleted ones that can be restored: their readings still count. */
  read: SQL
  /** Over `document_access`, in addition to its document being covered. */
  grants: SQL | undefined
  /** Over `access_requests`, in addition. */
  requests: SQL
  /** The whole deployment: its figures are in the tallies. */
  tallied: boolean
}

export function scopeOf({ actor, now }: Acting<ReadCtx>, filter: DocumentFilter = {}): Scope {
  const filters = filtered(actor, now, filter)
  const handles = actor.permissions.includes('canManageDocuments')
  const whole = filters.length === 0
  return {
    whole,
    shown: and(visibleTo(actor, now), ...filters) ?? sql`false`,
    read: and(visibleTo(actor, now, 'either'), ...filters) ?? sql`false`,
    grants: and(
      handles ? undefined : eq(documentAccess.userEmail, actor.email),
      filter.userEmail ? like(documentAccess.userEmail, anywhere(filter.userEmail)) : undefined,
    ),
    requests: handles ? reviewable(actor) : own(actor),
    tallied: whole && seesEveryDocument(actor, now),
  }
}

type Month = { month: string; documents: number; grants: number }
type Day = { day: string; viewed: number; downloaded: number }
export type Figures = {
  documents: number
  storageBytes: number
  activeAccess: number
  pendingRequests: number
  expiringSoon: number
  /** Expiry in the past while still marked active (specification, section 9): the job marks it within a minute. */
  expiredOpen: number
  /** The next 12 months, `YYYY-MM`, this one from today. */
  expiriesByMonth: Month[]
  /** The last 30 days, `YYYY-MM-DD`; all 0 unless `readings` were asked for. */
  accessesByDay: Day[]
}

const end = sql`least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})`
const active = eq(documentAccess.status, 'active')

/**
 * The figures of a dashboard, counted in one statement over rows of (what, day, n, bytes): the tallies where they have
 * them, else the same rows made of the documents, grants and readings themselves.
 */
export async function figuresOf(
  ctx: Acting<ReadCtx>,
  asked: Scope,
  { readings }: { readings: boolean },
): Promise<Figures> {
  const {
    now,
    settings: { timeZone },
  } = ctx
  const today = dayOf(now, timeZone)
  const months = monthsFrom(today, 12)
  const first = addDays(today, 1 - readingDays)
  const day = (value: string) => sql`${value}::date`
  const instant = sql`${now.toISOString()}::timestamptz`
  const n = (what: string) => sql`coalesce(sum(n) filter (where what = ${what}), 0)::bigint`
  const tallied = asked.tallied ? await talliedFrom(ctx, first) : undefined
  // Soon after the time zone was changed, the tallies still have the days of the former one.
  const scope = { ...asked, tallied: tallied?.timeZone === timeZone }
  const rows = scope.tallied ? sql`select what, day, n, bytes from tallies` : countedHere(scope, timeZone)
  const since = scope.tallied ? (tallied?.since ?? first) : first
  const statement = sql`
    with counted as (${rows} ${readings ? readingsHere(scope, since, timeZone) : sql``})
    select ${n('document')} as documents,
      coalesce(sum(bytes), 0)::bigint as "storageBytes",
      ${n('grant')} as "activeGrants",
      coalesce(sum(n) filter (where what = 'document'
        and day between ${day(today)} and ${day(addDays(today, limits.expiringSoonDays))}), 0)::bigint as "expiringSoon",
      (select count(*) from ${documentAccess} where ${and(active, sql`${end} <= ${instant}`, onShown(scope))}) as "expiredOpen",
      (select count(*) from ${accessRequests} where ${and(eq(accessRequests.status, 'pending'), scope.requests, aboutShown(scope))})
        as "pendingRequests",
      (select coalesce(json_agg(found), '[]') from (
        select to_char(day, 'YYYY-MM') as month, ${n('document')} as documents, ${n('grant')} as grants
        from counted where what in ('document', 'grant') and day >= ${day(today)} and day < ${day(months.end)} group by 1
      ) found) as "byMonth",
      (select coalesce(json_agg(found), '[]') from (
        select to_char(day, 'YYYY-MM-DD') as day, ${n('viewed')} as viewed, ${n('downloaded')} as downloaded
        from counted where what in ('viewed', 'downloaded') and day between ${day(first)} and ${day(today)} group by 1
      ) found) as "byDay"
    from counted`
  type Row = Omit<Figures, 'activeAccess' | 'expiriesByMonth' | 'accessesByDay'> & {
    activeGrants: number
    byMonth: Month[]
    byDay: Day[]
  }
  const [row] = await run<Row>(ctx, statement, { prepared: false })
  if (!row) throw new Error('The figures are not there')
  const { activeGrants, byMonth, byDay, ...figures } = row
  return {
    ...figures,
    activeAccess: activeGrants - row.expiredOpen,
    expiriesByMonth: months.names.map(
      (month) => byMonth.find((found) => found.month === month) ?? { month, documents: 0, grants: 0 },
    ),
    accessesByDay: Array.from({ length: readingDays }, (_, back) => addDays(first, back)).map(
      (name) => byDay.find((found) => found.day === name) ?? { day: name, viewed: 0, downloaded: 0 },
    ),
  }
}

const shownIds = (which: SQL) => sql`(select ${documents.id} from ${documents} where ${which})`

/** Across the deployment no live grant is on a deleted document, because deleting ends them. */
const onShown = ({ tallied, shown, grants }: Scope): SQL | undefined =>
  tallied ? undefined : and(grants, sql`${documentAccess.documentId} in ${shownIds(shown)}`)

/** A request that only names a document has no document that a filter could choose. */
export const aboutShown = ({ whole, shown }: Scope): SQL | undefined =>
  whole ? undefined : sql`${accessRequests.documentId} in ${shownIds(shown)}`

/** The rows of the tallies, for this scope only. */
function countedHere(scope: Scope, timeZone: string): SQL {
  const expiry = sql`coalesce(${documents.expiryDate}, 'infinity')`
  return sql`
    select 'document' as what, ${expiry} as day, count(*) as n, sum(${documents.fileSize}) as bytes
    from ${documents} where ${scope.shown} group by 2
    union all
    select 'grant', (${end} at time zone ${timeZone})::date, count(*), 0
    from ${documentAccess} where ${and(active, onShown(scope))} group by 2`
}

/** The time zone of the tallied days, and the first day whose readings are in no tally, or `firstDay` when it is later. */
async function talliedFrom(ctx: ReadCtx, firstDay: string) {
  const statement = sql`select time_zone as "timeZone", greatest(readings_before, ${firstDay}::date)::text as since from tally_zone`
  const [row] = await run<{ timeZone: string; since: string }>(ctx, statement, { prepared: false })
  return row
}

/** The readings from a day on, as tally rows. */
function readingsHere(scope: Scope, firstDay: string, timeZone: string): SQL {
  const { at, documentId } = auditEvents
  const ofShown = scope.tallied ? undefined : sql`${documentId} in ${shownIds(scope.read)}`
  const from = sql`${at} >= ${firstDay}::date::timestamp at time zone ${timeZone}`
  return sql`
    union all
    select ${sql.raw(readingWhat)}, (${at} at time zone ${timeZone})::date, count(*), 0
    from ${auditEvents} where ${and(sql.raw(isReading), from, ofShown)} group by 1, 2`
}
