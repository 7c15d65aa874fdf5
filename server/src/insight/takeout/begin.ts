import type * as contract from '@deedbox/contract/take-outs.ts'
import { and, eq, lt, not, or } from 'drizzle-orm'
import { takeOuts } from '../../db/tables/take-outs.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { silentMs, type TakeOutRow, toTakeOut } from './find.ts'
import { measure } from './scope.ts'

/**
 * Begins a take-out, in place of the person's earlier ones that have ended; one at a time.
 * @throws Refusal 'take-out-running', 'take-out-empty', 'organization-not-found'.
 */
export async function startTakeOut(
  ctx: Acting<WriteCtx>,
  { body }: Input<typeof contract.startTakeOut>,
): Promise<Answer<typeof contract.startTakeOut>> {
  const { organizationId } = body
  const measured = await measure(ctx, { organizationId })
  if (measured.documents === 0) throw new Refusal('take-out-empty')
  const row = await insertTakeOut(ctx, { organizationId, ...measured })
  await ctx.audit({
    event: 'take_out_started',
    details: { takeOutId: row.id, ...(organizationId && { organizationId }), ...measured },
  })
  return { takeOut: await toTakeOut(ctx, row) }
}

/**
 * Inserts a running take-out in place of the person's earlier ones that have ended.
 * @throws Refusal 'take-out-running'.
 */
export async function insertTakeOut(
  { tx, actor, now }: Acting<WriteCtx>,
  facts: Pick<typeof takeOuts.$inferInsert, 'organizationId' | 'evidence' | 'documents' | 'bytes'>,
): Promise<TakeOutRow> {
  const silent = lt(takeOuts.seenAt, new Date(now.getTime() - silentMs))
  await tx
    .delete(takeOuts)
    .where(and(eq(takeOuts.userId, actor.id), or(not(eq(takeOuts.state, 'running')), silent)))
  const [row] = await tx
    .insert(takeOuts)
    .values({ ...facts, userId: actor.id, sessionId: actor.sessionId, startedAt: now, seenAt: now })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new Refusal('take-out-running')
  return row
}
