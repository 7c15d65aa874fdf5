import { dutiesInWords } from '@deedbox/contract/people-terms.ts'
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { documentsHandedOver } from '../../identity/own-account/documents-handed-over.mail.tsx'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { notLocked } from '../../policy/visible.ts'

export type Owner = { id: string; email: string; name: string }

/** Selects the documents of a person that can be handed over: those that are not deleted, nor locked. */
export const handable = (userId: string, now: Date): SQL | undefined =>
  and(eq(documents.ownerId, userId), isNull(documents.deletedAt), notLocked(now))

/**
 * Hands over all documents of the actor that are not deleted, nor locked, to the confirmed trustee with this email, and mails them.
 * @throws Refusal 'hand-over-trustee', 'hand-over-nothing'.
 */
export async function handOver(
  { mail }: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  from: Owner,
  toEmail: string,
): Promise<{ documents: number }> {
  const to = await lockTrustee(ctx, toEmail)
  if (!to || to.id === from.id) throw new Refusal('hand-over-trustee')
  const count = await moveDocuments(ctx, from, to, undefined)
  if (count === 0) throw new Refusal('hand-over-nothing')
  const listed = dutiesInWords('documents', count)
  const facts = { firstName: to.firstName, from: from.name, by: null, documents: count, listed }
  await mail.enqueue(ctx, documentsHandedOver, to.email, facts)
  return { documents: count }
}

/**
 * Makes a trustee the owner of documents of a person: of those that `which` selects, or all. Access that others have stays as it is; the new owner's own
 * ends, because owners need none. The caller has checked that the actor may do this, and that the trustee is one. Returns their number.
 */
export async function moveDocuments(
  ctx: Acting<WriteCtx>,
  from: Owner,
  to: Owner,
  which: SQL | undefined,
): Promise<number> {
  const theirs = and(handable(from.id, ctx.now), which)
  // The order is that of everything else that locks many documents.
  await ctx.tx
    .select({ id: documents.id })
    .from(documents)
    .where(theirs)
    .orderBy(asc(documents.id))
    .for('update')
  const moved = await ctx.tx
    .update(documents)
    .set({ ownerId: to.id, ownerName: to.name, ownerEmail: to.email })
    .where(theirs)
    .returning({ id: documents.id })
  const owned = ctx.tx.select({ id: documents.id }).from(documents).where(eq(documents.ownerId, to.id))
  const needless = await ctx.tx
    .update(documentAccess)
    .set({ status: 'revoked' })
    .where(
      and(
        eq(documentAccess.userEmail, to.email),
        eq(documentAccess.status, 'active'),
        inArray(documentAccess.documentId, owned),
      ),
    )
    .returning({ id: documentAccess.id, documentId: documentAccess.documentId })
  await ctx.audit(
    ...moved.map(({ id }) => ({
      event: 'document_handed_over' as const,
      documentId: id,
      subjectEmail: to.email,
      details: { from: from.email, to: to.email },
    })),
    ...needless.map(({ id, documentId }) => ({
      event: 'revoked' as const,
      documentId,
      accessId: id,
      subjectEmail: to.email,
      details: { handedOver: true },
    })),
  )
  return moved.length
}

/** Tells whether a person can own documents that were handed over: a confirmed trustee. */
export const takesDocuments = ({
  role,
  confirmedAt,
  deactivatedAt,
}: Pick<typeof profiles.$inferSelect, 'role' | 'confirmedAt' | 'deactivatedAt'>): boolean =>
  role === 'trustee' && confirmedAt !== null && deactivatedAt === null

/** Finds the confirmed trustee with this email, who stays one until the end of the transaction. */
async function lockTrustee({ tx }: WriteCtx, email: string) {
  const [person] = await tx.select().from(profiles).where(eq(profiles.email, email)).for('no key update')
  return person && takesDocuments(person) ? person : null
}
