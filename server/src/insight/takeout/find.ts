import type { TakeOut } from '@deedbox/contract/take-outs.ts'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { takeOuts } from '../../db/tables/take-outs.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from './scope.ts'

export type TakeOutRow = typeof takeOuts.$inferSelect

/** It must be fetched within this time. */
export const waitsMs = 5 * 60_000
/** A running one is written every second: after this long its server has gone. */
export const silentMs = 60_000

/** Returns the state now: what waited too long, or whose server has gone, has ended without saying so. */
function stateAt({ state, startedAt, seenAt }: TakeOutRow, now: Date): TakeOut['state'] {
  if (state === 'running' && now.getTime() - seenAt.getTime() > silentMs) return 'failed'
  if (state === 'waiting' && now.getTime() - startedAt.getTime() > waitsMs) return 'stopped'
  return state
}

/** Returns a take-out as it is sent. */
export async function toTakeOut({ tx, now }: ReadCtx, row: TakeOutRow): Promise<TakeOut> {
  const ids = row.missing.map(({ documentId }) => documentId)
  const titles = ids.length
    ? await tx
        .select({ id: documents.id, title: documents.title })
        .from(documents)
        .where(inArray(documents.id, ids))
    : []
  return {
    id: row.id,
    state: stateAt(row, now),
    startedAt: row.startedAt.toISOString(),
    documents: row.documents,
    bytes: row.bytes,
    documentsDone: row.documentsDone,
    bytesDone: row.bytesDone,
    missing: row.missing.map(({ documentId, why }) => ({
      title: titles.find(({ id }) => id === documentId)?.title ?? documentId,
      why,
    })),
  }
}

/** @throws Refusal 'take-out-not-found', also for somebody else's. */
export async function findTakeOut(ctx: Acting<ReadCtx>, takeOutId: string): Promise<TakeOutRow> {
  const [row] = await ctx.tx
    .select()
    .from(takeOuts)
    .where(and(eq(takeOuts.id, takeOutId), eq(takeOuts.userId, ctx.actor.id)))
  if (!row) throw new Refusal('take-out-not-found')
  return row
}

/** Finds the person's last take-out of these documents. */
export async function lastTakeOut(
  { tx, actor }: Acting<ReadCtx>,
  { organizationId }: Scope,
): Promise<TakeOutRow | undefined> {
  const ofIt = organizationId ? eq(takeOuts.organizationId, organizationId) : isNull(takeOuts.organizationId)
  const [row] = await tx
    .select()
    .from(takeOuts)
    .where(and(eq(takeOuts.userId, actor.id), ofIt, isNull(takeOuts.evidence)))
    .orderBy(desc(takeOuts.startedAt))
    .limit(1)
  return row
}
