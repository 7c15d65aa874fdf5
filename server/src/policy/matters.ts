import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { profiles } from '../db/tables/accounts.ts'
import { matters } from '../db/tables/matters.ts'
import type { Actor } from '../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../kernel/context/context.ts'
import { Refusal } from '../platform/errors.ts'
import { hasLeft, waysOf } from './visible.ts'

export type StoredMatter = typeof matters.$inferSelect

/** Tells whether a person keeps matters: whoever sees every document and handles them. */
export const keepsMatters = (actor: Actor): boolean =>
  actor.permissions.includes('canManageDocuments') && waysOf(actor).includes('everything')

/** Selects the people who keep matters, over `profiles`. */
export const keeping = and(
  isNull(profiles.deactivatedAt),
  or(eq(profiles.role, 'admin'), and(eq(profiles.role, 'trustee'), isNotNull(profiles.confirmedAt))),
)

/**
 * Returns the one predicate that decides which matters a person may list and open, for a query on `matters` (ADR 74): all for whoever keeps them, for an
 * Org Admin those of their organisation, unless it has left. Nobody else sees any, so that a document that was shared tells nothing of its matter.
 */
export function mattersVisibleTo(actor: Actor, now: Date): SQL {
  const ways = waysOf(actor)
  const theirs = ways.includes('everything')
    ? undefined
    : ways.includes('organization')
      ? eq(matters.organizationId, actor.organizationId ?? '')
      : sql`false`
  return and(theirs, sql`${hasLeft(matters.organizationId, now)} is not true`) ?? sql`false`
}

/** @throws Refusal 'matter-not-found', the same if there is none or the reader may not see it. */
export async function findMatter(ctx: Acting<ReadCtx>, matterId: string): Promise<StoredMatter> {
  const seen = and(eq(matters.id, matterId), mattersVisibleTo(ctx.actor, ctx.now))
  const [row] = await ctx.tx.select().from(matters).where(seen)
  if (!row) throw new Refusal('matter-not-found')
  return row
}

/** Finds a matter into which the actor may put something. @throws Refusal 'matter-not-found', 'not-allowed' */
export async function findKept(ctx: Acting<ReadCtx>, matterId: string): Promise<StoredMatter> {
  const matter = await findMatter(ctx, matterId)
  mayKeep(ctx.actor)
  return matter
}

/** Names the matter of a document, for those who answer for the document; `open`: they see the matter too. */
export async function matterNamed(ctx: Acting<ReadCtx>, matterId: string) {
  const open = sql<boolean>`${mattersVisibleTo(ctx.actor, ctx.now)}`
  const [row] = await ctx.tx
    .select({ id: matters.id, name: matters.name, open })
    .from(matters)
    .where(eq(matters.id, matterId))
  return row ?? null
}

/**
 * Finds a matter to change it or what belongs to it, and keeps it from changing until the transaction ends.
 * @throws Refusal 'matter-not-found', 'not-allowed'
 */
export async function lockMatter(ctx: Acting<WriteCtx>, matterId: string): Promise<StoredMatter> {
  const seen = and(eq(matters.id, matterId), mattersVisibleTo(ctx.actor, ctx.now))
  const [row] = await ctx.tx.select().from(matters).where(seen).for('update')
  if (!row) throw new Refusal('matter-not-found')
  mayKeep(ctx.actor)
  return row
}

/** @throws Refusal 'not-allowed' for whoever does not keep matters, as a trustee whom nobody has confirmed. */
export function mayKeep(actor: Actor): void {
  if (!keepsMatters(actor)) throw new Refusal('not-allowed')
}

/** The details that every event about a matter has. */
export const aboutMatter = ({
  id,
  name,
  organizationId,
}: Pick<StoredMatter, 'id' | 'name' | 'organizationId'>) => ({
  matterId: id,
  matterName: name,
  organizationId,
})
