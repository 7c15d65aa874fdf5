import type { AuditDetails } from '@deedbox/contract/audit-events.ts'
import { inArray } from 'drizzle-orm'
import { documentAccess } from '../../db/tables/documents.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { idInOrder } from '../../platform/ids.ts'
import { endOf, type GrantRow, insertGrants } from '../../policy/grants.ts'
import { expire } from './end.ts'
import type { Pair, Planned, Terms } from './grant-plan.ts'

/** Returns the key of a pair. */
export const pairKey = ({ documentId }: { documentId: string }, email: string): string =>
  `${documentId} ${email}`

/**
 * Writes the grants of these pairs with their audit events, in few statements: an active one gets
 * the new terms, one that has ended is marked first, so that a person always has one active grant of a document.
 * @returns the written grants by {@link pairKey}
 */
export async function writeGrants(
  ctx: Acting<WriteCtx>,
  planned: readonly { who: Planned; pairs: readonly Pair[] }[],
  details: AuditDetails<'access_granted'> = {},
): Promise<Map<string, GrantRow>> {
  for (const { pairs } of planned) for (const { over } of pairs) if (over) await expire(ctx, over)
  const added = planned.flatMap(({ who, pairs }) =>
    pairs.flatMap(({ held, terms, documentId }) =>
      held || !terms ? [] : [newGrant(ctx, who, documentId, terms)],
    ),
  )
  const rows = await insertGrants(ctx, added)
  for (const { who, pairs } of planned) rows.push(...(await change(ctx, who, pairs)))
  await ctx.audit(
    ...rows.map((row) => ({
      event: 'access_granted' as const,
      documentId: row.documentId,
      accessId: row.id,
      subjectEmail: row.userEmail,
      notes: row.notes ?? undefined,
      details: {
        level: row.accessLevel,
        expiresAt: endOf(row)?.toISOString(),
        ...(row.matterShareId && { matterShareId: row.matterShareId }),
        ...details,
      },
    })),
  )
  return new Map(rows.map((row) => [pairKey(row, row.userEmail), row]))
}

const newGrant = (
  { actor, now }: Acting<WriteCtx>,
  { input, person }: Planned,
  documentId: string,
  terms: Terms,
) => ({
  ...terms,
  ...input.client,
  // Ids are in order of time: a random one would be written in another place of each of its indexes.
  id: idInOrder(now),
  documentId,
  userId: person?.id ?? null,
  userEmail: input.email,
  userName: person?.name ?? input.email,
  matterShareId: input.matterShareId ?? null,
  grantedBy: actor.id,
  grantedByName: actor.name,
  grantedAt: now,
})

/** Gives all grants of one person the same terms, so that they no longer end with a share of a matter, unless one of them keeps its better ones: there is one then. */
async function change(
  ctx: Acting<WriteCtx>,
  { input }: Planned,
  pairs: readonly Pair[],
): Promise<GrantRow[]> {
  const ids = pairs.flatMap(({ held }) => (held ? [held.id] : []))
  const terms = pairs.find(({ held }) => held)?.terms
  if (!terms) return []
  if (input.raise && ids.length > 1) throw new Error('Better terms are kept for one grant at a time')
  return ctx.tx
    .update(documentAccess)
    .set({ ...terms, ...input.client, matterShareId: null })
    .where(inArray(documentAccess.id, ids))
    .returning()
}
