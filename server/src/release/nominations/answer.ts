import type { Nominated } from '@deedbox/contract/nominated.ts'
import { eq } from 'drizzle-orm'
import { nominees } from '../../db/tables/releases.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { runningAsking } from './ask.ts'
import {
  aboutNomination,
  lockAccepted,
  lockNominee,
  type NominationRow,
  type NomineeRow,
  ownerOf,
} from './find.ts'
import { toNominated } from './read.ts'

type Found = { nominee: NomineeRow; nomination: NominationRow }
type Said = 'accepted' | 'declined' | 'confirmed'

/** @throws Refusal 'nomination-not-found', 'nomination-ended', 'nominee-answered', 'nominee-owner' */
export async function acceptNomination(
  ctx: Acting<WriteCtx>,
  nomineeId: string,
): Promise<{ nominated: Nominated }> {
  const found = await lockNominee(ctx, nomineeId)
  if (found.nominee.acceptedAt && !found.nominee.declinedAt) throw new Refusal('nominee-answered')
  if ((await ownerOf(ctx, found.nomination)).id === ctx.actor.id) throw new Refusal('nominee-owner')
  const at = ctx.now
  return record(ctx, found, 'accepted', {
    userId: ctx.actor.id,
    acceptedAt: at,
    confirmedAt: at,
    declinedAt: null,
  })
}

/** Says no, also after having accepted; not while something is asked for or open. @throws Refusal also 'release-running' */
export async function declineNomination(
  ctx: Acting<WriteCtx>,
  nomineeId: string,
): Promise<{ nominated: Nominated }> {
  const found = await lockNominee(ctx, nomineeId)
  if (found.nominee.declinedAt) throw new Refusal('nominee-answered')
  if (await runningAsking(ctx, nomineeId)) throw new Refusal('release-running')
  return record(ctx, found, 'declined', { declinedAt: ctx.now })
}

/** @throws Refusal 'nomination-not-found', 'nomination-ended', 'nominee-not-accepted' */
export async function confirmNomination(
  ctx: Acting<WriteCtx>,
  nomineeId: string,
): Promise<{ nominated: Nominated }> {
  return record(ctx, await lockAccepted(ctx, nomineeId), 'confirmed', { confirmedAt: ctx.now })
}

async function record(
  ctx: Acting<WriteCtx>,
  { nominee, nomination }: Found,
  said: Said,
  set: Partial<NomineeRow>,
): Promise<{ nominated: Nominated }> {
  await ctx.tx.update(nominees).set(set).where(eq(nominees.id, nominee.id))
  await ctx.audit({
    event: `matter_nominee_${said}`,
    documentId: nomination.documentId ?? undefined,
    details: { ...(await aboutNomination(ctx, nomination)), nominee: nominee.name },
  })
  return { nominated: await toNominated(ctx, nominee.id) }
}
