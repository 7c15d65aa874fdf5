import type { Grant } from '@deedbox/contract/grants.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, ne } from 'drizzle-orm'
import { documentAccess } from '../../db/tables/documents.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { chosenEnd } from '../../platform/chosen-end.ts'
import { addYears } from '../../platform/days.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Found, findDocument } from '../../policy/find.ts'
import { auditEntry, endedAs, type GrantRow, isOver, statusAt, toGrant } from '../../policy/grants.ts'

/** Ends a grant at once (specification, section 4). */
export async function revokeAccess(ctx: Acting<WriteCtx>, grantId: string): Promise<{ grant: Grant }> {
  const { grant, document } = await lockGrant(ctx, grantId)
  if (grant.status !== 'active') throw new Refusal('grant-over')
  const row = await change(ctx, grant, { status: 'revoked' })
  await ctx.audit(auditEntry('revoked', row))
  return { grant: toGrant(row, document, ctx.now, ctx.now) }
}

/** Gives a grant a new end, for both of its dates: one year from now, or the end of a day. */
export async function renewAccess(
  ctx: Acting<WriteCtx>,
  grantId: string,
  { expiresOn }: { expiresOn: string | null },
): Promise<{ grant: Grant }> {
  const { timeZone } = ctx.settings
  const { grant, document } = await lockGrant(ctx, grantId)
  if (document.deletedAt) throw new Refusal('document-deleted')
  const end = expiresOn
    ? chosenEnd(expiresOn, ctx.now, timeZone)
    : addYears(ctx.now, limits.renewYears, timeZone)
  await expireOther(ctx, grant)
  const row = await change(ctx, grant, { status: 'active', expiresAt: end, autoRevokeDate: end })
  await ctx.audit({ ...auditEntry('renewed', row), details: { expiresAt: end.toISOString() } })
  return { grant: toGrant(row, document, ctx.now) }
}

/** Marks an active grant that has ended, as the job would do a little later. */
export async function expire(ctx: WriteCtx, grant: GrantRow): Promise<void> {
  const status = endedAs(grant)
  await change(ctx, grant, { status })
  await ctx.audit(auditEntry(status, grant))
}

/** Locks a grant on a document that the actor handles. The document is always locked first. */
export async function lockGrant(
  ctx: Acting<WriteCtx>,
  grantId: string,
): Promise<{ grant: GrantRow; document: Found['document'] }> {
  const itself = eq(documentAccess.id, grantId)
  const [place] = await ctx.tx
    .select({ documentId: documentAccess.documentId })
    .from(documentAccess)
    .where(itself)
  if (!place) throw new Refusal('grant-not-found')
  const { document, can } = await findDocument(ctx, place.documentId, { view: 'either', lock: true }).catch(
    (error: unknown) => {
      throw error instanceof Refusal ? new Refusal('grant-not-found') : error
    },
  )
  const [grant] = await ctx.tx.select().from(documentAccess).where(itself).for('update')
  if (!can.seeAccess || !grant) throw new Refusal('grant-not-found')
  if (statusAt(grant, ctx.now) === 'revoked') throw new Refusal('grant-ended')
  return { grant, document }
}

/** Keeps a person to one active grant of a document: refuses if there is a newer one, and expires one that has ended. */
async function expireOther(ctx: WriteCtx, grant: GrantRow): Promise<void> {
  const [other] = await ctx.tx
    .select()
    .from(documentAccess)
    .where(
      and(
        eq(documentAccess.documentId, grant.documentId),
        eq(documentAccess.userEmail, grant.userEmail),
        eq(documentAccess.status, 'active'),
        ne(documentAccess.id, grant.id),
      ),
    )
    .for('update')
  if (!other) return
  if (!isOver(other, ctx.now)) throw new Refusal('grant-replaced')
  await expire(ctx, other)
}

/** Updates a locked grant. */
export async function change(
  ctx: WriteCtx,
  grant: GrantRow,
  to: Partial<typeof documentAccess.$inferInsert>,
): Promise<GrantRow> {
  const [row] = await ctx.tx.update(documentAccess).set(to).where(eq(documentAccess.id, grant.id)).returning()
  if (!row) throw new Error('A locked grant no longer exists')
  return row
}
