import { dayMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/matter-runs.ts'
import { desc, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { clientKey } from '../../db/client-key.ts'
import { run } from '../../db/named.ts'
import { documents } from '../../db/tables/documents.ts'
import { matterRuns, matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { carried, fromCursor, shapeOf, toCursor } from '../../platform/cursor.ts'
import { mattersVisibleTo, mayKeep } from '../../policy/matters.ts'
import { visibleTo } from '../../policy/visible.ts'

const undoMs = limits.matterRun.undoDays * dayMs
/** Number of runs that are listed. */
const shownRuns = 20

/** Condition for the runs that can still be undone. */
export const undoable = (now: Date) => gt(matterRuns.begunAt, new Date(now.getTime() - undoMs))

/** @throws Refusal 'not-allowed' */
export async function listMatterRuns(ctx: Acting<ReadCtx>): Promise<Answer<typeof contract.listMatterRuns>> {
  mayKeep(ctx.actor)
  const { tx, actor, now } = ctx
  const n = sql<number>`count(*)::int`
  const rows = await tx
    .select({ run: matterRuns, matters: n })
    .from(matterRuns)
    .innerJoin(matters, eq(matters.runId, matterRuns.id))
    .where(sql`${undoable(now)} and ${mattersVisibleTo(actor, now)}`)
    .groupBy(matterRuns.id)
    .orderBy(desc(matterRuns.begunAt), desc(matterRuns.id))
    .limit(shownRuns)
  return {
    runs: rows.map(({ run: { id, begunByName, begunAt }, matters }) => ({
      id,
      begunByName,
      begunAt: begunAt.toISOString(),
      undoUntil: new Date(begunAt.getTime() + undoMs).toISOString(),
      matters,
    })),
  }
}

/**
 * Clients of whose documents some are in no matter, by name: found by an index of these documents, of which there are few once most have a matter.
 * @throws Refusal 'not-allowed', 'invalid-input' for a cursor of another list
 */
export async function listClientsWithout(
  ctx: Acting<ReadCtx>,
  { cursor, limit }: Input<typeof contract.listClientsWithout>['query'],
): Promise<Answer<typeof contract.listClientsWithout>> {
  mayKeep(ctx.actor)
  const shape = shapeOf('clients-without')
  const [, after] = cursor ? fromCursor(cursor, z.tuple([z.literal(shape), carried.text])) : [shape, '']
  const key = clientKey(sql`${documents.clientName}`)
  const seen = sql`${documents.clientName} is not null and ${visibleTo(ctx.actor, ctx.now)}`
  const free = sql`${documents.matterId} is null and ${seen}`
  const theirs = sql`${key} collate "C" = found.key and ${free}`
  const most = sql.raw(String(limits.bulk + 1))
  const statement = sql`
    select found.key, newest.name,
      (select count(*) from (select from ${documents} where ${theirs} limit ${most}) those)::int as free,
      exists (select from ${documents} where ${key} = found.key collate "default" and ${seen} and ${documents.matterId} is not null) as partly,
      exists (select from ${matters} where lower(coalesce(${matters.name}, '')) = lower(newest.name) and ${mattersVisibleTo(ctx.actor, ctx.now)}) as named
    from (select ${key} collate "C" as key from ${documents}
      where ${free} and ${key} collate "C" > ${after} and ${key} <> '' group by 1 order by 1 limit ${limit + 1}) found
    cross join lateral (select ${documents.clientName} as name from ${documents} where ${theirs}
      order by ${documents.createdAt} desc, ${documents.id} desc limit 1) newest
    order by found.key`
  const rows = await run<contract.ClientWithout & { key: string }>(ctx, statement, {
    prepared: false,
  })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    clients: shown.map(({ key: _, ...client }) => client),
    nextCursor: last ? toCursor([shape, last.key]) : null,
  }
}
