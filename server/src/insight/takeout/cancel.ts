import type * as contract from '@deedbox/contract/take-outs.ts'
import { and, eq, or } from 'drizzle-orm'
import { takeOuts } from '../../db/tables/take-outs.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findTakeOut } from './find.ts'

/**
 * Ends a take-out; its server notices within a second.
 * @throws Refusal 'take-out-not-found', 'take-out-over'.
 */
export async function cancelTakeOut(
  ctx: Acting<WriteCtx>,
  takeOutId: string,
): Promise<Answer<typeof contract.cancelTakeOut>> {
  const { id } = await findTakeOut(ctx, takeOutId)
  const going = or(eq(takeOuts.state, 'waiting'), eq(takeOuts.state, 'running'))
  const [ended] = await ctx.tx
    .update(takeOuts)
    .set({ state: 'cancelled' })
    .where(and(eq(takeOuts.id, id), going))
    .returning({ id: takeOuts.id })
  if (!ended) throw new Refusal('take-out-over')
  await ctx.audit({ event: 'take_out_cancelled', details: { takeOutId: id } })
  return { success: true }
}
