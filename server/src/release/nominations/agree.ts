import type * as contract from '@deedbox/contract/nominations.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { askings, nominees, releases } from '../../db/tables/releases.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { mayKeep } from '../../policy/matters.ts'
import { aboutNomination, isNominee, lockNomination } from './find.ts'
import { toNomination } from './read.ts'
import { releaseState, settle } from './settle.ts'

/**
 * Agrees to what a nominee asks for. Nobody agrees who is a nominee of it.
 * @throws Refusal 'nomination-not-found', 'not-allowed', 'nomination-ended', 'release-own', 'release-none', 'release-agreed'
 */
export async function agreeRelease(
  ctx: Acting<WriteCtx>,
  nominationId: string,
  askingId: string,
): Promise<Answer<typeof contract.agreeRelease>> {
  const nomination = await lockNomination(ctx, nominationId)
  mayKeep(ctx.actor)
  if (nomination.endedAt) throw new Refusal('nomination-ended')
  const own = and(eq(nominees.nominationId, nominationId), isNominee(ctx.actor))
  if ((await ctx.tx.$count(nominees, own)) > 0) throw new Refusal('release-own')
  const [found] = await ctx.tx
    .select({ asking: askings, release: releases, nominee: nominees.name })
    .from(askings)
    .innerJoin(releases, eq(releases.id, askings.releaseId))
    .innerJoin(nominees, eq(nominees.id, askings.nomineeId))
    .where(
      and(eq(askings.id, askingId), eq(releases.nominationId, nominationId), isNull(askings.withdrawnAt)),
    )
  const running = found && ['waiting', 'open'].includes(releaseState(found.release, ctx.now))
  if (!found || !running || !nomination.needsAgreement) throw new Refusal('release-none')
  if (found.asking.agreedAt) throw new Refusal('release-agreed')
  await ctx.tx
    .update(askings)
    .set({ agreedAt: ctx.now, agreedByName: ctx.actor.name })
    .where(eq(askings.id, askingId))
  await ctx.audit({
    event: 'matter_release_agreed',
    documentId: nomination.documentId ?? undefined,
    details: {
      ...(await aboutNomination(ctx, nomination)),
      nominee: found.nominee,
      rehearsal: found.release.rehearsal || undefined,
    },
  })
  await settle(ctx, nomination, found.release.id)
  return { nomination: await toNomination(ctx, nominationId) }
}
