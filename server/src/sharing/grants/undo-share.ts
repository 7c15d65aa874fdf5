import { limits } from '@deedbox/contract/limits.ts'
import type { undoShare as endpoint } from '@deedbox/contract/sharing.ts'
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import { documentAccess } from '../../db/tables/documents.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocuments } from '../../policy/find.ts'
import { auditEntry, statusAt } from '../../policy/grants.ts'

/**
 * Takes back grants that the actor has just given, without asking for a proof: it only returns to what was before.
 * Grants that have ended since, or were given earlier or by others, stay as they are.
 * @throws Refusal 'grant-over' where there is none left to take back
 */
export async function undoShare(
  ctx: Acting<WriteCtx>,
  { body: { grantIds } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { tx, actor, now } = ctx
  const undoable = and(
    inArray(documentAccess.id, [...new Set(grantIds)]),
    eq(documentAccess.grantedBy, actor.id),
    gte(documentAccess.grantedAt, new Date(now.getTime() - limits.share.undoMs)),
  )
  const places = await tx
    .selectDistinct({ documentId: documentAccess.documentId })
    .from(documentAccess)
    .where(undoable)
  // Documents before grants, each in the order of their ids, as everywhere.
  const visible = await findDocuments(
    ctx,
    places.map(({ documentId }) => documentId),
    { lock: true },
  )
  const handled = new Set(visible.filter(({ can }) => can.share).map(({ document }) => document.id))
  const grants = await tx
    .select()
    .from(documentAccess)
    .where(undoable)
    .orderBy(asc(documentAccess.id))
    .for('update')
  const ids = grants
    .filter((grant) => handled.has(grant.documentId) && statusAt(grant, now) === 'active')
    .map(({ id }) => id)
  if (ids.length === 0) throw new Refusal('grant-over')
  const rows = await tx
    .update(documentAccess)
    .set({ status: 'revoked' })
    .where(inArray(documentAccess.id, ids))
    .returning()
  await ctx.audit(...rows.map((row) => ({ ...auditEntry('revoked', row), details: { undone: true } })))
  return { count: rows.length }
}
