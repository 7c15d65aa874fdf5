import { whosePapers } from '@deedbox/contract/release-words.ts'
import { and, eq, isNull, or } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { matters } from '../../db/tables/matters.ts'
import { nominations, nominees } from '../../db/tables/releases.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { nominationsVisibleTo } from '../../policy/nominations.ts'

export type NominationRow = typeof nominations.$inferSelect
export type NomineeRow = typeof nominees.$inferSelect

/** @throws Refusal 'nomination-not-found', the same if there is none or the reader may not see it. */
export async function findNomination(ctx: Acting<ReadCtx>, nominationId: string): Promise<NominationRow> {
  const seen = and(eq(nominations.id, nominationId), nominationsVisibleTo(ctx.actor, ctx.now))
  const [row] = await ctx.tx.select().from(nominations).where(seen)
  if (!row) throw new Refusal('nomination-not-found')
  return row
}

/** Finds a nomination, and keeps it and all that is asked for by it from changing until the transaction ends. @throws Refusal 'nomination-not-found' */
export async function lockNomination(ctx: Acting<WriteCtx>, nominationId: string): Promise<NominationRow> {
  const seen = and(eq(nominations.id, nominationId), nominationsVisibleTo(ctx.actor, ctx.now))
  const [row] = await ctx.tx.select().from(nominations).where(seen).for('update')
  if (!row) throw new Refusal('nomination-not-found')
  return row
}

/** Owner of what a nomination is of, who may veto. */
export async function ownerOf(
  { tx }: ReadCtx,
  { documentId, ownerId }: NominationRow,
): Promise<{ id: string | null }> {
  if (!documentId) return { id: ownerId }
  const [row] = await tx.select({ id: documents.ownerId }).from(documents).where(eq(documents.id, documentId))
  return { id: row?.id ?? null }
}

/** Name of whose papers a nomination is of, which everybody reads who sees it. */
export async function whoseOf(ctx: ReadCtx, nomination: NominationRow): Promise<string> {
  const { id } = await ownerOf(ctx, nomination)
  const [owner] = await ctx.tx
    .select({ name: profiles.name })
    .from(profiles)
    .where(eq(profiles.id, id ?? ''))
  return whosePapers({ onBehalfOf: nomination.onBehalfOf, ownerName: owner?.name ?? '' })
}

/** Tells whether a person may veto, change and end a nomination that they see: its owner, and whoever keeps matters. */
export const mayStop = (actor: Actor, ownerId: string | null): boolean =>
  ownerId === actor.id || keepsMatters(actor)

/** Finds a nomination that the actor may change. @throws Refusal 'nomination-not-found', 'not-allowed', 'nomination-ended' */
export async function lockOwn(ctx: Acting<WriteCtx>, nominationId: string): Promise<NominationRow> {
  const row = await lockNomination(ctx, nominationId)
  if (!mayStop(ctx.actor, (await ownerOf(ctx, row)).id)) throw new Refusal('not-allowed')
  if (row.endedAt) throw new Refusal('nomination-ended')
  return row
}

/** Selects the rows of nominees that are this person: by their account once they accepted, by their email before. */
export const isNominee = (actor: Actor) =>
  or(eq(nominees.userId, actor.id), and(isNull(nominees.userId), eq(nominees.email, actor.email)))

/** Finds what the actor is named for, with its nomination locked. @throws Refusal 'nomination-not-found', 'nomination-ended' */
export async function lockNominee(
  ctx: Acting<WriteCtx>,
  nomineeId: string,
): Promise<{ nominee: NomineeRow; nomination: NominationRow }> {
  const [found] = await ctx.tx
    .select({ nominationId: nominees.nominationId })
    .from(nominees)
    .where(and(eq(nominees.id, nomineeId), isNominee(ctx.actor)))
  if (!found) throw new Refusal('nomination-not-found')
  const [nomination] = await ctx.tx
    .select()
    .from(nominations)
    .where(eq(nominations.id, found.nominationId))
    .for('update')
  const [nominee] = await ctx.tx
    .select()
    .from(nominees)
    .where(and(eq(nominees.id, nomineeId), isNominee(ctx.actor)))
  if (!nomination || !nominee) throw new Refusal('nomination-not-found')
  if (nomination.endedAt) throw new Refusal('nomination-ended')
  return { nominee, nomination }
}

/** The same of a nominee who has accepted. @throws Refusal also 'nominee-not-accepted' */
export async function lockAccepted(ctx: Acting<WriteCtx>, nomineeId: string) {
  const found = await lockNominee(ctx, nomineeId)
  if (!found.nominee.acceptedAt || found.nominee.declinedAt) throw new Refusal('nominee-not-accepted')
  return found
}

/** Returns what every event about a nomination has: its matter, so that the matter's history tells it. */
export async function aboutNomination({ tx }: ReadCtx, { id, matterId }: NominationRow) {
  const [matter] = matterId ? await tx.select().from(matters).where(eq(matters.id, matterId)) : []
  return {
    nominationId: id,
    matterId,
    matterName: matter?.name ?? null,
    organizationId: matter?.organizationId ?? null,
  }
}
