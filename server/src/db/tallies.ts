import type { Database } from './client.ts'

/** Counts the tallies by the days of this time zone, if they are not: after the first start, or a changed TIME_ZONE. */
export async function tallyIn(database: Database, timeZone: string): Promise<void> {
  const { rows } = await database.query<{ zone: string }>('select time_zone as zone from tally_zone')
  if (rows[0]?.zone === timeZone) return
  await database.transaction(async () => {
    // A long count is not a hung statement.
    await database.query('set local statement_timeout = 0')
    await database.query('select tally_in($1)', [timeZone])
  })
}

/** Rows that stand for the same figure: below this many, folding them gains nothing. */
const worthwhile = 500

/** Folds the rows of the tallies, one for each figure; several servers may do it at once. */
export async function foldTallies({ query }: Pick<Database, 'query'>): Promise<void> {
  const { rows } = await query<{ spare: number }>(
    'select count(*) - count(distinct (what, day)) as spare from tallies',
  )
  if ((rows[0]?.spare ?? 0) < worthwhile) return
  await query(`
    with gone as (delete from tallies returning what, day, n, bytes)
    insert into tallies select what, day, sum(n), sum(bytes) from gone group by what, day
    having sum(n) <> 0 or sum(bytes) <> 0`)
}
