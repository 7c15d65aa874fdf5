import { countedTo, type Total } from '@deedbox/contract/total.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { documentAccess } from '../db/tables/documents.ts'
import { tallies } from '../db/tables/tallies.ts'
import { moreThan, totalOf } from '../db/total.ts'
import type { Conditions } from './list-conditions.ts'
import { isSmall, walkedTo, withPlace } from './list-pages.ts'
import { liveGrant, overGrants } from './visible.ts'

/** So many grants are read to count those that fit. */
const readTo = 3_000

/** So many where their documents need not be looked at. */
const liveTo = 12_000

const enough = countedTo + 1

/**
 * How many grants fit, where they are too many to read them all: exactly up to the usual bound; else that they are more than
 * were found among the first.
 * @param many a condition over `document_access` that finds many of them
 */
export async function countMany(ctx: ReadCtx, conditions: Conditions, many: SQL | undefined): Promise<Total> {
  const { place, rest, words, status, tallied } = conditions
  let known = 0
  const count = async (statement: SQL) => {
    const [row] = await run<{ count: number }>(ctx, sql`select (${statement})::bigint as count`, {
      prepared: false,
    })
    return row?.count ?? 0
  }
  const among = (which: SQL | undefined, limit: number) => sql`select count(*) from (
    select 1 from (select * from ${documentAccess} where ${which ?? sql`true`} limit ${limit}) document_access
    ${withPlace(place)} where ${rest ?? sql`true`} limit ${enough}) found`
  // No live grant is on a deleted document: these need no look at their documents.
  const due = sql`(select count(*) from (${overGrants(ctx.now)}) over)`
  if (tallied) {
    const live = await count(sql`(select coalesce(sum(n), 0) from ${tallies} where what = 'grant') - ${due}`)
    if (live > countedTo) return totalOf(live)
  } else if (words.length === 0 && status !== 'expired' && status !== 'revoked') {
    known = await count(sql`select count(*) from (select 1 from (
      select * from ${documentAccess} where ${many ?? sql`true`} limit ${liveTo}) document_access
      where ${liveGrant(ctx.now)} and ${rest ?? sql`true`} limit ${enough}) found`)
    if (known > countedTo) return totalOf(known)
  }
  const first = await count(among(many, readTo))
  if (first > countedTo) return totalOf(first)
  if (await isSmall(ctx)) return totalOf(await count(among(undefined, walkedTo.grants)))
  return moreThan(Math.max(first, known))
}
