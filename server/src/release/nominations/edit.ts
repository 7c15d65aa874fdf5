import type * as contract from '@deedbox/contract/nominations.ts'
import { eq } from 'drizzle-orm'
import { later } from '../../db/later.ts'
import { nominations } from '../../db/tables/releases.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutNomination, lockOwn } from './find.ts'
import { toNomination } from './read.ts'
import { runningOf, stopAll } from './stop.ts'

/**
 * Says when the owner is away. Not while somebody asks: a day that is taken away would let access begin earlier than everybody was told.
 * @throws Refusal 'nomination-not-found', 'not-allowed', 'nomination-ended', 'nomination-changed', 'nomination-asked'
 */
export async function setAbsences(
  ctx: Acting<WriteCtx>,
  nominationId: string,
  { absences, updatedAt }: Input<typeof contract.setAbsences>['body'],
): Promise<Answer<typeof contract.setAbsences>> {
  const row = await lockOwn(ctx, nominationId)
  if (row.updatedAt.toISOString() !== updatedAt) throw new Refusal('nomination-changed')
  if ((await runningOf(ctx, nominationId)).length > 0) throw new Refusal('nomination-asked')
  await ctx.tx
    .update(nominations)
    .set({ absences, updatedAt: later(row, ctx.now) })
    .where(eq(nominations.id, nominationId))
  await ctx.audit({
    event: 'matter_nomination_changed',
    documentId: row.documentId ?? undefined,
    details: { ...(await aboutNomination(ctx, row)), absences: absences.length },
  })
  return { nomination: await toNomination(ctx, nominationId) }
}

/** Ends a nomination with all access that it gave. @throws Refusal 'nomination-not-found', 'not-allowed', 'nomination-ended' */
export async function endNomination(
  ctx: Acting<WriteCtx>,
  nominationId: string,
  { reason }: Input<typeof contract.endNomination>['body'],
  services: Pick<Services, 'mail'>,
): Promise<Answer<typeof contract.endNomination>> {
  const row = await lockOwn(ctx, nominationId)
  await stopAll(ctx, row, reason, services)
  await ctx.tx
    .update(nominations)
    .set({ endedAt: ctx.now, endedByName: ctx.actor.name, updatedAt: later(row, ctx.now) })
    .where(eq(nominations.id, nominationId))
  await ctx.audit({
    event: 'matter_nomination_ended',
    documentId: row.documentId ?? undefined,
    notes: reason,
    details: await aboutNomination(ctx, row),
  })
  return { nomination: await toNomination(ctx, nominationId) }
}
