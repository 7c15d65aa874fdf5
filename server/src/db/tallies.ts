import type { Database } from './client.ts'
import { foldByDocument, tallyReadingsByDocument } from './document-tallies.ts'
import { isReading, readingDays, readingWhat, settled } from './readings.ts'

/** Recounts the tallies by the days of this time zone, when they have another one's; in the caller's transaction. */
export async function tallyIn(
  { query }: Pick<Database, 'query'>,
  timeZone: string,
  now: Date,
): Promise<void> {
  const isDone = async () => {
    const { rows } = await query<{ zone: string }>('select time_zone as zone from tally_zone')
    return rows[0]?.zone === timeZone
  }
  if (await isDone()) return
  // The first of several servers that start at once counts, and the others wait.
  await query(`select pg_advisory_xact_lock(hashtextextended('tally zone', 0))`)
  if (await isDone()) return
  // A long count must not hit the timeout.
  await query('set local statement_timeout = 0')
  await query('select tally_in($1)', [timeZone])
  await tallyReadings({ query }, now)
  await tallyReadingsByDocument({ query }, now)
}

/**
 * Tallies the readings of finished days. Several servers may run it at once: the second waits for the first and then
 * finds nothing to do.
 */
async function tallyReadings({ query }: Pick<Database, 'query'>, now: Date): Promise<void> {
  await query(
    `with days as (
      select time_zone as zone, greatest(readings_before, until - ${readingDays + 1}) as since, until
      from tally_zone, lateral (select (($1::timestamptz - ${settled}) at time zone time_zone)::date as until) today
      where readings_before < until for update of tally_zone
    ), counted as (
      insert into tallies
      select ${readingWhat}, (at at time zone zone)::date, count(*), 0 from audit_events, days
      where ${isReading} and at >= since::timestamp at time zone zone and at < until::timestamp at time zone zone
      group by 1, 2
    )
    update tally_zone set readings_before = until from days`,
    [now.toISOString()],
  )
}

/** Number of rows for one figure below which merging them gains nothing. */
const worthwhile = 500

/** Tallies finished days and merges the rows of each figure into one; several servers may run it at once. */
export async function foldTallies({ query, now }: Pick<Database, 'query'> & { now: Date }): Promise<void> {
  await tallyReadings({ query }, now)
  await tallyReadingsByDocument({ query }, now)
  await foldByDocument({ query })
  const { rows } = await query<{ spare: number }>(
    'select count(*) - count(distinct (what, day)) as spare from tallies',
  )
  if ((rows[0]?.spare ?? 0) < worthwhile) return
  await query(`
    with gone as (delete from tallies returning what, day, n, bytes)
    insert into tallies select what, day, sum(n), sum(bytes) from gone group by what, day
    having sum(n) <> 0 or sum(bytes) <> 0`)
}
