import { countedTo, type Total } from '@deedbox/contract/total.ts'
import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { tallies } from '../db/tables/tallies.ts'
import { moreThan, totalOf } from '../db/total.ts'
import { anywhere } from '../platform/search.ts'
import type { Conditions } from './list-conditions.ts'
import { isSmall, walkedTo, withPlace } from './list-pages.ts'
import type { Probed } from './list-probe.ts'
import { liveGrant, overGrants } from './visible.ts'

/** So many grants are read to count those that fit. */
const readTo = 1_000

/** So many where their documents need not be looked at; fewer where each is in another place of the table. */
const liveTo = { spread: 3_000, inOrder: 12_000 }

/** Where the status alone is asked of grants, they are counted on so many documents: each has its grants together in an index. */
const countedOn = { withWords: 150, any: 400 }

const enough = countedTo + 1

/**
 * How many grants fit, where they are too many to read them all: exactly up to the usual bound; else that they are more than
 * were found among the first.
 */
export async function countMany(ctx: ReadCtx, conditions: Conditions, probed: Probed): Promise<Total> {
  const { place, rest, words, userEmail, status, statusOnly, tallied } = conditions
  const { many } = probed
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
      select * from ${documentAccess} where ${many ?? sql`true`} limit ${userEmail ? liveTo.spread : liveTo.inOrder}) document_access
      where ${liveGrant(ctx.now)} and ${rest ?? sql`true`} limit ${enough}) found`)
    if (known > countedTo) return totalOf(known)
    if (known > readTo) return moreThan(known)
  }
  const onSome = statusOnly && onDocuments(conditions, probed, statusOnly)
  const first = await count(onSome ?? among(many, readTo))
  if (first > countedTo) return totalOf(first)
  if (await isSmall(ctx)) return totalOf(await count(among(undefined, walkedTo.grants)))
  return moreThan(Math.max(first, known))
}

/** Grants on some of the documents that fit by themselves; undefined where the words are not in many documents. */
function onDocuments(
  { place, words }: Conditions,
  { documents: ids }: Probed,
  statusOnly: SQL,
): SQL | undefined {
  if (words.length > 0 && !ids) return undefined
  const these =
    ids && sql`${documents.id} = any(${`{${ids.slice(0, countedOn.withWords).join(',')}}`}::uuid[])`
  const fit = and(place, these, ...words.map((word) => like(documents.searchText, anywhere(word))))
  return sql`select count(*) from (
    select 1 from (select * from ${documents} where ${fit} limit ${countedOn.any}) documents
    cross join lateral (select 1 from ${documentAccess} where ${and(eq(documentAccess.documentId, documents.id), statusOnly)} offset 0) grants
    limit ${enough}) found`
}
