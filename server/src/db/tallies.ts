import type { Database } from './client.ts'

/** Over audit_events: a reading; a page that is turned is no further one. */
export const isReading = `event in ('document_viewed', 'document_downloaded') and details -> 'page' is null`
/** What it counts as. */
export const readingWhat = `case event when 'document_viewed' then 'viewed' else 'downloaded' end`

/** Counts the tallies by the days of this time zone, if they are not: after the first start, or a changed TIME_ZONE. */
export async function tallyIn(database: Database, timeZone: string, now: Date): Promise<void> {
  const { rows } = await database.query<{ zone: string }>('select time_zone as zone from tally_zone')
  if (rows[0]?.zone === timeZone) return
  await database.transaction(async () => {
    // A long count is not a hung statement.
    await database.query('set local statement_timeout = 0')
    await database.query('select tally_in($1)', [timeZone])
    await tallyReadings(database, now)
  })
}

/** Dashboards show this many days of readings. */
export const readingDays = 30
/** How long after its end a day may still get a reading that began before. */
const settled = "interval '1 hour'"

/**
 * Tallies the readings of the days that are over. Several servers may do it at once: the second waits for the first and
 * then finds nothing to do.
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

/** Rows that stand for the same figure: below this many, folding them gains nothing. */
const worthwhile = 500

/** Tallies what is over and folds the rows of the tallies, one for each figure; several servers may do it at once. */
export async function foldTallies({ query, now }: Pick<Database, 'query'> & { now: Date }): Promise<void> {
  await tallyReadings({ query }, now)
  const { rows } = await query<{ spare: number }>(
    'select count(*) - count(distinct (what, day)) as spare from tallies',
  )
  if ((rows[0]?.spare ?? 0) < worthwhile) return
  await query(`
    with gone as (delete from tallies returning what, day, n, bytes)
    insert into tallies select what, day, sum(n), sum(bytes) from gone group by what, day
    having sum(n) <> 0 or sum(bytes) <> 0`)
}
