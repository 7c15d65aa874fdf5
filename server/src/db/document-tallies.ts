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

/** With fewer spare rows than this, merging them gains nothing. */
const worthwhile = 1_000

/** Merges the rows of each figure that has several into one; several servers may run it at once. */
export async function foldByDocument({ query }: Pick<Database, 'query'>): Promise<void> {
  const same = 'what, organization_id, type, status, expires, day'
  const { rows } = await query<{ spare: number }>(
    `select coalesce(sum(count - 1), 0)::bigint as spare from (
      select count(*) from document_tallies group by ${same} having count(*) > 1) several`,
  )
  if ((rows[0]?.spare ?? 0) < worthwhile) return
  await query(`
    with several as (
      select ${same} from document_tallies group by ${same} having count(*) > 1
    ), gone as (
      delete from document_tallies t using several s
      where (t.what, t.expires) = (s.what, s.expires) and (t.organization_id, t.type, t.status, t.day)
        is not distinct from (s.organization_id, s.type, s.status, s.day)
      returning t.*
    )
    insert into document_tallies select ${same}, sum(n), sum(bytes) from gone group by ${same}
    having sum(n) <> 0 or sum(bytes) <> 0`)
}
