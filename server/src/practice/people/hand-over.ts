import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { documentsHandedOver } from '../../identity/own-account/documents-handed-over.mail.tsx'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { notLocked } from '../../policy/visible.ts'

type Owner = { id: string; email: string; name: string }

/**
 * Hands over all documents of a person that are not deleted, nor locked, to the confirmed trustee with this email, and mails them.
 * Access that others have stays as it is; the new owner's own ends, because owners need none. The caller has checked
 * that the actor may do this.
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
  const theirs = and(eq(documents.ownerId, from.id), isNull(documents.deletedAt), notLocked(ctx.now))
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
  if (moved.length === 0) throw new Refusal('hand-over-nothing')
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
  const by = from.id === ctx.actor.id ? null : ctx.actor.name
  const facts = { firstName: to.firstName, from: from.name, by, documents: moved.length }
  await mail.enqueue(ctx, documentsHandedOver, to.email, facts)
  return { documents: moved.length }
}

/** Finds the confirmed trustee with this email, who stays one until the end of the transaction. */
async function lockTrustee({ tx }: WriteCtx, email: string) {
  const [person] = await tx.select().from(profiles).where(eq(profiles.email, email)).for('no key update')
  return person?.role === 'trustee' && person.confirmedAt && !person.deactivatedAt ? person : null
}
