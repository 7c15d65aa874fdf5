import { and, eq, isNull, sql } from 'drizzle-orm'
import { masterKeys } from '../../db/tables/keys.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { MasterKeyError } from '../../platform/encryption/keys.ts'
import { ContentDamagedError } from '../../platform/encryption/stream.ts'
import { type Place, places, type Stored, underAnother } from './places.ts'

export const rewrapJob = 'rewrap-keys'
/** Rows of one transaction. */
const batch = 200

/** `last`: id of the last row of a full batch, after which there may be more. */
type Done = { last: string | null; unopened: number }
type Needs = Pick<Services, 'contexts' | 'database' | 'keyring'>

/**
 * Puts everything that is under an older master key under the first one, in short transactions: whoever kills it loses at most one, and the next run
 * goes on. All keys of the keyring open meanwhile. What cannot be opened is left as it is and counted.
 */
export async function rewrapAll(services: Needs, signal?: AbortSignal): Promise<void> {
  const { contexts, keyring } = services
  if (keyring.masterKeys.size === 1) return
  await countOnce(services)
  let unopened = 0
  for (const place of places) {
    for (let after: string | null = null; ; ) {
      signal?.throwIfAborted()
      const from: string | null = after
      const done: Done = await contexts.work((ctx) => rewrapSome(services, ctx, place, from))
      unopened += done.unopened
      if (done.last === null) break
      after = done.last
    }
  }
  await contexts.work((ctx) => settle(services, ctx, unopened))
}

/** Counts what is to be done, when that was not done yet, for the progress that people see. */
async function countOnce({ contexts, database, keyring }: Needs): Promise<void> {
  const isCurrent = and(eq(masterKeys.id, keyring.currentId), isNull(masterKeys.toRewrap))
  const [row] = await database.db.select({ id: masterKeys.id }).from(masterKeys).where(isCurrent)
  if (!row) return
  const left = await countUnderAnother(database, keyring.currentId)
  // A run that began before the key was noted may have wrapped some.
  const toRewrap = sql`${masterKeys.rewrapped} + ${left}`
  await contexts.work(({ tx }) => tx.update(masterKeys).set({ toRewrap }).where(isCurrent))
}

/** Counts what is under another master key than this one. */
export async function countUnderAnother(
  { query }: Pick<Services['database'], 'query'>,
  masterKeyId: string,
): Promise<number> {
  const counts = places.map((place) => `(select count(*) from ${place.table} where ${underAnother(place)})`)
  const { rows } = await query<{ n: number }>(`select (${counts.join(' + ')})::int as n`, [masterKeyId])
  return rows[0]?.n ?? 0
}

async function rewrapSome(
  { keyring }: Needs,
  { query, tx }: WriteCtx,
  place: Place,
  after: string | null,
): Promise<Done> {
  const { currentId } = keyring
  const { table, id, type, set } = place
  const { rows } = await query<Stored>(
    `select ${id}::text as id, ${place.value} as value, ${place.masterKeyId} as "masterKeyId" from ${table}
     where ${underAnother(place)} and ($2::text is null or ${id} > $2::${type}) order by ${table}.${id} limit ${batch} for update`,
    [currentId, after],
  )
  const wrapped = rows.flatMap((row) => {
    const value = opened(() => place.rewrap(keyring, row))
    return value === null ? [] : [{ id: row.id, value }]
  })
  if (wrapped.length > 0) {
    await query(
      `update ${table} t set ${set} from jsonb_to_recordset($2::jsonb) as n (id ${type}, value text)
       where t.${id} = n.id and $1 <> ''`,
      [currentId, JSON.stringify(wrapped)],
    )
    const [current] = await tx.select().from(masterKeys).where(eq(masterKeys.id, currentId))
    if (current)
      await tx
        .update(masterKeys)
        .set({ rewrapped: current.rewrapped + wrapped.length })
        .where(eq(masterKeys.id, currentId))
  }
  const last = rows.length < batch ? null : (rows.at(-1)?.id ?? null)
  return { last, unopened: rows.length - wrapped.length }
}

function opened(rewrap: () => string): string | null {
  try {
    return rewrap()
  } catch (error) {
    if (error instanceof ContentDamagedError || error instanceof MasterKeyError) return null
    throw error
  }
}

/** Notes the first time that nothing which can be opened was left under another key. */
async function settle({ keyring: { currentId } }: Needs, ctx: WriteCtx, unopened: number): Promise<void> {
  const [settled] = await ctx.tx
    .update(masterKeys)
    .set({ settledAt: ctx.now })
    .where(and(eq(masterKeys.id, currentId), isNull(masterKeys.settledAt)))
    .returning()
  if (settled)
    await ctx.audit({
      event: 'master_key_settled',
      details: { masterKey: currentId, rewrapped: settled.rewrapped, unopened },
    })
}
