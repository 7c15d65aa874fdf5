import { daysBefore } from '@deedbox/contract/durations.ts'
import type { GrantRow as Listed } from '@deedbox/contract/grants.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { abilities } from '../../policy/authorize.ts'
import { type GrantRow, revokedAtOf, toGrant } from '../../policy/grants.ts'
import { liveGrant } from '../../policy/visible.ts'

type Place = Pick<
  typeof documents.$inferSelect,
  | 'title'
  | 'status'
  | 'fileSize'
  | 'clientName'
  | 'ownerId'
  | 'organizationId'
  | 'deletedAt'
  | 'contentRemovedAt'
>

/** The selected columns of a grant and its document, for a query on `document_access` joined to `documents`. */
export const grantWithPlace = {
  grant: documentAccess,
  revokedAt: revokedAtOf,
  document: {
    title: documents.title,
    status: documents.status,
    fileSize: documents.fileSize,
    clientName: documents.clientName,
    ownerId: documents.ownerId,
    organizationId: documents.organizationId,
    deletedAt: documents.deletedAt,
    contentRemovedAt: documents.contentRemovedAt,
  },
}

/** Each grant with its document, looked up by its id: joined in any other way, all documents would be read. */
export const withPlace = (place: SQL | undefined): SQL =>
  sql`cross join lateral (select * from ${documents} where ${and(eq(documents.id, documentAccess.documentId), place)} limit 1) documents`

/** Granted more than 12 months of 30 days ago (specification, section 4). */
const longTermSince = (now: Date): Date => daysBefore(now, limits.longTermDays)

/** Grants that give access now and have done so for more than 12 months. */
export const longTermGrant = (now: Date): SQL =>
  sql`(${liveGrant(now)} and ${lte(documentAccess.grantedAt, longTermSince(now))})`

/** A grant as it is sent to tables across all documents. */
export function toGrantRow(
  { actor, now }: Acting<ReadCtx>,
  { grant, document, revokedAt }: { grant: GrantRow; document: Place; revokedAt: Date | string | null },
): Listed {
  const sent = toGrant(grant, document, now, revokedAt)
  return {
    ...sent,
    can: abilities(actor, { ...document, lockedSince: null }, null).seeAccess
      ? sent.can
      : { revoke: false, renew: false },
    documentTitle: document.title,
    documentStatus: document.status,
    documentSize: document.fileSize,
    longTerm: grant.grantedAt <= longTermSince(now),
    clientName: grant.clientName ?? document.clientName,
  }
}

/** The grants with these ids, in their order. */
export async function rowsOf(ctx: Acting<ReadCtx>, keys: { id: string }[]): Promise<Listed[]> {
  if (keys.length === 0) return []
  const ids = keys.map(({ id }) => id)
  const rows = await ctx.tx
    .select(grantWithPlace)
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(inArray(documentAccess.id, ids))
  const byId = new Map(rows.map((row) => [row.grant.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toGrantRow(ctx, row)] : []
  })
}
