import type * as contract from '@deedbox/contract/take-outs.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { findTakeOut, lastTakeOut, toTakeOut } from './find.ts'
import { measure } from './scope.ts'

/** Returns what a take-out would hold, and how the last one went. */
export async function getTakeOuts(
  ctx: Acting<ReadCtx>,
  { query }: Input<typeof contract.getTakeOuts>,
): Promise<Answer<typeof contract.getTakeOuts>> {
  const scope = { organizationId: query.organizationId ?? null }
  const measured = await measure(ctx, scope)
  const last = await lastTakeOut(ctx, scope)
  return { ...measured, last: last ? await toTakeOut(ctx, last) : null }
}

/** Returns how far a take-out has come. */
export async function getTakeOut(
  ctx: Acting<ReadCtx>,
  takeOutId: string,
): Promise<Answer<typeof contract.getTakeOut>> {
  return { takeOut: await toTakeOut(ctx, await findTakeOut(ctx, takeOutId)) }
}
