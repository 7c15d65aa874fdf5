import type * as contract from '@deedbox/contract/holds.ts'
import { eq } from 'drizzle-orm'
import { legalHolds } from '../../db/tables/holds.ts'
import { holdManaging } from '../../identity/accounts/managing.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutHold, type HoldRow, inHistory, lockHold, toHold } from './one.ts'
import { hasSecond } from './second.ts'

const unasked = { askedAt: null, askedBy: null, askedByName: null, askedWhy: null }

/**
 * Asks to lift a hold; where there is no second administrator, lifts it.
 * @throws Refusal 'hold-not-found', 'hold-over', 'hold-asked'
 */
export async function liftHold(
  ctx: Acting<WriteCtx>,
  holdId: string,
  why: string,
): Promise<Answer<typeof contract.liftHold>> {
  await holdManaging(ctx)
  const before = await lockHold(ctx, holdId)
  if (before.askedAt) throw new Refusal('hold-asked')
  const second = await hasSecond(ctx)
  const { id: askedBy, name: askedByName } = ctx.actor
  const asked = await change(ctx, before, { askedAt: ctx.now, askedBy, askedByName, askedWhy: why })
  if (!second) return { hold: toHold(ctx, await end(ctx, asked), second) }
  await ctx.audit({ event: 'legal_hold_lift_asked', details: { ...aboutHold(asked), why } })
  return { hold: toHold(ctx, asked, second) }
}

/**
 * Lifts a hold that another administrator asked to lift.
 * @throws Refusal 'hold-not-found', 'hold-over', 'hold-not-asked', 'hold-second'
 */
export async function confirmLift(
  ctx: Acting<WriteCtx>,
  holdId: string,
): Promise<Answer<typeof contract.confirmLift>> {
  await holdManaging(ctx)
  const before = await lockHold(ctx, holdId)
  if (!before.askedAt) throw new Refusal('hold-not-asked')
  const second = await hasSecond(ctx)
  if (second && before.askedBy === ctx.actor.id) throw new Refusal('hold-second')
  return { hold: toHold(ctx, await end(ctx, before), second) }
}

/** Lets a hold go on. @throws Refusal 'hold-not-found', 'hold-over', 'hold-not-asked' */
export async function keepHold(
  ctx: Acting<WriteCtx>,
  holdId: string,
): Promise<Answer<typeof contract.keepHold>> {
  const before = await lockHold(ctx, holdId)
  if (!before.askedAt) throw new Refusal('hold-not-asked')
  const row = await change(ctx, before, unasked)
  await ctx.audit({ event: 'legal_hold_kept', details: aboutHold(row) })
  return { hold: toHold(ctx, row, await hasSecond(ctx)) }
}

async function end(ctx: Acting<WriteCtx>, before: HoldRow): Promise<HoldRow> {
  const { id: endedBy, name: endedByName } = ctx.actor
  const row = await change(ctx, before, { endedAt: ctx.now, endedBy, endedByName })
  const { askedWhy: why, askedByName: askedBy } = row
  await ctx.audit(
    { event: 'legal_hold_lifted', details: { ...aboutHold(row), why, askedBy } },
    ...(await inHistory(ctx, row, 'document_hold_ended')),
  )
  return row
}

async function change({ tx }: WriteCtx, { id }: HoldRow, values: Partial<HoldRow>): Promise<HoldRow> {
  const [row] = await tx.update(legalHolds).set(values).where(eq(legalHolds.id, id)).returning()
  if (!row) throw new Error('A legal hold is gone')
  return row
}
