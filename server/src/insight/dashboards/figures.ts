import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { isReading, readingDays, readingWhat } from '../../db/readings.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { startOfDay } from '../../platform/days.ts'
import { overGrants } from '../../policy/visible.ts'
import { monthsFrom } from './months.ts'
import { aboutShown, covered, type Few, isCovered, isRead, type Scope } from './scope.ts'

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
const active = sql`${documentAccess.status} = 'active'`
const day = (value: string) => sql`${value}::date`

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
  const n = (what: string) => sql`coalesce(sum(n) filter (where what = ${what}), 0)::bigint`
  const zone = await talliedFrom(ctx, first)
  // Soon after the time zone was changed, the tallies still have the days of the former one.
  const scope = { ...asked, ...(zone?.timeZone !== timeZone && { tallied: undefined }) }
  const since = { whole: zone?.since, filter: zone?.sinceByDocument }[
    scope.tallied === 'whole' ? 'whole' : 'filter'
  ]
  const rows = {
    whole: sql`select what, day, n, bytes from tallies union all select 'document', expires, -n, 0 from document_tallies
      where what = 'document' and status not in ('active', 'pending')`,
    filter:
      scope.tallied && scope.tallied !== 'whole'
        ? talliedRows(ctx, scope, scope.tallied, { today, first })
        : undefined,
  }
  const counted = scope.tallied === 'whole' ? rows.whole : (rows.filter ?? countedHere(scope, timeZone))
  const statement = sql`
    with counted as (${counted} ${readings ? readingsHere(scope, (scope.tallied && since) || first, timeZone) : sql``})
    select ${n('document')} as documents,
      coalesce(sum(bytes), 0)::bigint as "storageBytes",
      ${n('grant')} as "activeGrants",
      coalesce(sum(n) filter (where what = 'document'
        and day between ${day(today)} and ${day(addDays(today, limits.expiringSoonDays))}), 0)::bigint as "expiringSoon",
      (select count(*) from (${overGrants(now)}) document_access where ${onShown(scope) ?? sql`true`}) as "expiredOpen",
      (select count(*) from ${accessRequests} where ${and(sql`${accessRequests.status} = 'pending'`, scope.requests, aboutShown(scope))})
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

/** Across the deployment no live grant is on a deleted document, because deleting ends them. */
const onShown = (scope: Scope): SQL | undefined =>
  scope.tallied === 'whole' ? undefined : and(scope.grants, isCovered(documentAccess.documentId, scope))

/** Condition that lists show what a tally of documents counts. */
const isListed = ({ statuses }: Scope): SQL => inArray(sql`status`, [...statuses])

const listedOf = ({ listed }: Scope): SQL => (listed ? sql`count(*) filter (where ${listed})` : sql`count(*)`)

/** The rows of the tallies, for this scope only. */
function countedHere(scope: Scope, timeZone: string): SQL {
  const expiry = sql`coalesce(${documents.expiryDate}, 'infinity')`
  const { organizationId } = scope
  const outside = organizationId && outsideOf(organizationId, scope.actor)
  const placed = scope.few
    ? sql`select 'document' as what, day, n, bytes from jsonb_to_recordset(${byExpiry(scope.few)}::jsonb) placed (day date, n bigint, bytes bigint)`
    : sql`select 'document' as what, ${expiry} as day, ${listedOf(scope)} as n, sum(${documents.fileSize}) as bytes
    from ${documents} where ${and(covered(scope), outside || undefined)} group by 2`
  return sql`
    ${placed}
    ${
      organizationId
        ? sql`union all select 'document', expires, case when ${isListed(scope)} then n else 0 end, bytes
      from document_tallies where what = 'organization' and organization_id = ${organizationId}`
        : sql``
    }
    union all
    select 'grant', (${end} at time zone ${timeZone})::date, count(*), 0
    from ${documentAccess} where ${and(active, onShown(scope))} group by 2`
}

/** Figures of these documents, counted when they were chosen, as JSON: a row for each expiry date. */
function byExpiry({ documents }: Few): string {
  const rows = new Map<string, { day: string; n: number; bytes: number }>()
  for (const { expires, listed, bytes } of documents) {
    const row = rows.get(expires) ?? { day: expires, n: 0, bytes: 0 }
    rows.set(expires, { day: expires, n: row.n + (listed ? 1 : 0), bytes: row.bytes + bytes })
  }
  return JSON.stringify([...rows.values()])
}

/** The few documents outside an organisation that somebody may see through it or in another way. */
const outsideOf = (organizationId: string, { id, email }: Actor): SQL =>
  sql`${documents.organizationId} is distinct from ${organizationId} and ${documents.id} = any(array(
    select ${documents.id} from ${documents} where ${documents.ownerId} = ${id}
    union all select ${documentAccess.documentId} from ${documentAccess} where ${documentAccess.userEmail} = ${email} and ${active}))`

/**
 * The rows of the tallies of these documents. Grants are tallied by the month in which they end: those of this month count from
 * today, but for the few that ended before today and are not marked yet.
 */
function talliedRows(
  ctx: ReadCtx,
  scope: Scope,
  tallies: SQL,
  { today, first }: { today: string; first: string },
): SQL {
  const month = `${today.slice(0, 7)}-01`
  const { timeZone } = ctx.settings
  const from = (date: string) => startOfDay(date, timeZone).toISOString()
  const late = sql`(select count(*) from (${overGrants(ctx.now)}) document_access
    where ${and(onShown(scope), sql`${end} >= ${from(month)}::timestamptz and ${end} < ${from(today)}::timestamptz`)})`
  return sql`
    select what, case when what = 'document' then expires when what = 'grant' and day = ${day(month)} then ${day(today)} else day end as day,
      case when what = 'document' and not ${isListed(scope)} then 0 else n end as n, bytes
    from ${tallies} tallied where what in ('document', 'grant') or day >= ${day(first)}
    union all
    select 'grant', late.day, late.sign * ${late}, 0
    from (values (${day(today)}, -1), (${day(addDays(today, -1))}, 1)) late (day, sign)`
}

/** The time zone of the tallied days, and the first day whose readings are in no tally, or `firstDay` when it is later. */
async function talliedFrom(ctx: ReadCtx, firstDay: string) {
  const statement = sql`select time_zone as "timeZone", greatest(readings_before, ${firstDay}::date)::text as since,
    greatest(document_readings_before, ${firstDay}::date)::text as "sinceByDocument" from tally_zone`
  type Row = { timeZone: string; since: string; sinceByDocument: string }
  const [row] = await run<Row>(ctx, statement, { prepared: false })
  return row
}

/** The readings from a day on, as tally rows. */
function readingsHere(scope: Scope, firstDay: string, timeZone: string): SQL {
  const { at, documentId } = auditEvents
  const ofShown = scope.tallied === 'whole' ? undefined : isRead(documentId, scope)
  const from = sql`${at} >= ${firstDay}::date::timestamp at time zone ${timeZone}`
  return sql`
    union all
    select ${sql.raw(readingWhat)}, (${at} at time zone ${timeZone})::date, count(*), 0
    from ${auditEvents} where ${and(sql.raw(isReading), from, ofShown)} group by 1, 2`
}
