import type { Database } from './client.ts'
import { isReading, readingDays, readingWhat, settled } from './readings.ts'

/**
 * Tallies the readings of finished days by what dashboards filter. The lock and the counting are two statements: the second
 * sees what whoever held the lock has moved.
 */
export async function tallyReadingsByDocument({ query }: Pick<Database, 'query'>, now: Date): Promise<void> {
  const until = `(($1::timestamptz - ${settled}) at time zone time_zone)::date`
  const { rows } = await query(
    `select 1 from tally_zone where document_readings_before < ${until} for update`,
    [now.toISOString()],
  )
  if (rows.length === 0) return
  // A first count reads the readings of a month.
  await query('set local statement_timeout = 0')
  await query(
    `with days as (
      select time_zone as zone, greatest(document_readings_before, until - ${readingDays + 1}) as since, until
      from tally_zone, lateral (select ${until} as until) today
    ), counted as (
      insert into document_tallies (what, type, status, expires, day, n)
      select ${readingWhat}, d.type, d.status, coalesce(expiry_date, 'infinity'), (at at time zone zone)::date, count(*)
      from days, audit_events join documents d on d.id = document_id
      where ${isReading} and at >= since::timestamp at time zone zone and at < until::timestamp at time zone zone
      group by 1, 2, 3, 4, 5
    ), gone as (
      delete from document_tallies where what in ('viewed', 'downloaded') and day < (select until from days) - ${2 * readingDays}
    )
    update tally_zone set document_readings_before = until from days`,
    [now.toISOString()],
  )
}

/** Number of new rows below which merging them gains nothing. */
const worthwhile = 1_000

/** Merges the new rows of each figure with what there was of it; several servers may run it at once. */
export async function foldByDocument(database: Pick<Database, 'query'>): Promise<void> {
  // The first adds to the second.
  await fold(database, 'document_tallies')
  await fold(database, 'document_sums')
}

async function fold({ query }: Pick<Database, 'query'>, table: 'document_tallies' | 'document_sums') {
  const same = 'what, organization_id, type, status, expires, day'
  const { rows } = await query<{ fresh: number }>(
    `select count(*) as fresh from (select 1 from ${table} where not folded limit ${worthwhile}) fresh`,
  )
  if ((rows[0]?.fresh ?? 0) < worthwhile) return
  await query(`
    with fresh as (
      select distinct ${same} from ${table} where not folded
    ), gone as (
      delete from ${table} t using fresh f
      where (t.what, t.expires) = (f.what, f.expires) and (t.organization_id, t.type, t.status, t.day)
        is not distinct from (f.organization_id, f.type, f.status, f.day)
      returning t.*
    )
    insert into ${table} select ${same}, sum(n), sum(bytes), true from gone group by ${same}
    having sum(n) <> 0 or sum(bytes) <> 0`)
}
