import type { Grant } from '@deedbox/contract/grants.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { documentAccess } from '../db/tables/documents.ts'
import type { Actor } from '../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../kernel/context/context.ts'
import { Refusal } from '../platform/errors.ts'
import { findDocument, type StoredDocument } from './find.ts'

export type GrantRow = typeof documentAccess.$inferSelect

/** Grants that one statement inserts: PostgreSQL takes at most 65,535 values. */
const atOnce = 1_000

/** Inserts any number of grants. */
export async function insertGrants(
  { tx }: Pick<WriteCtx, 'tx'>,
  grants: readonly (typeof documentAccess.$inferInsert)[],
): Promise<GrantRow[]> {
  const rows: GrantRow[] = []
  for (let at = 0; at < grants.length; at += atOnce) {
    const some = grants.slice(at, at + atOnce)
    rows.push(...(await tx.insert(documentAccess).values(some).returning()))
  }
  return rows
}

/** Returns when a grant ends: the earlier of its two dates. */
export const endOf = ({ expiresAt, autoRevokeDate }: Pick<GrantRow, 'expiresAt' | 'autoRevokeDate'>) =>
  expiresAt && autoRevokeDate
    ? new Date(Math.min(+expiresAt, +autoRevokeDate))
    : (expiresAt ?? autoRevokeDate)

/** Returns when the reader's own grant ends for them: for a guest no later than their account. */
export function endFor(
  { role, accessExpiresAt }: Pick<Actor, 'role' | 'accessExpiresAt'>,
  grant: Pick<GrantRow, 'expiresAt' | 'autoRevokeDate'>,
): Date | null {
  const end = endOf(grant)
  return role === 'guest' && accessExpiresAt && (!end || accessExpiresAt < end) ? accessExpiresAt : end
}

/** Tells whether an active grant has ended, even if the job has not marked it yet. */
export const isOver = (grant: GrantRow, now: Date): boolean => {
  const end = endOf(grant)
  return end !== null && end <= now
}

/**
 * Returns the status of an active grant that has ended: auto_revoke_date revokes, expires_at expires, and the earlier of the two decides
 * (specification, section 4; decisions, section 2).
 */
export const endedAs = ({ expiresAt, autoRevokeDate }: Pick<GrantRow, 'expiresAt' | 'autoRevokeDate'>) =>
  autoRevokeDate && (!expiresAt || autoRevokeDate < expiresAt) ? 'revoked' : 'expired'

/** Returns the status now, which the job stores up to a minute later. */
export const statusAt = (grant: GrantRow, now: Date): GrantRow['status'] =>
  grant.status === 'active' && isOver(grant, now) ? endedAs(grant) : grant.status

const iso = (instant: Date | null) => instant?.toISOString() ?? null

/** Returns a grant as it is sent to people who handle its document. */
export function toGrant(
  row: GrantRow,
  document: Pick<StoredDocument, 'deletedAt'>,
  now: Date,
  revokedAt: Moment = null,
): Grant {
  const status = statusAt(row, now)
  return {
    id: row.id,
    documentId: row.documentId,
    userId: row.userId,
    userEmail: row.userEmail,
    userName: row.userName,
    accessLevel: row.accessLevel,
    status,
    grantedByName: row.grantedByName,
    grantedAt: row.grantedAt.toISOString(),
    expiresAt: iso(row.expiresAt),
    autoRevokeDate: iso(row.autoRevokeDate),
    revokedAt: status === 'revoked' ? revokedText(row, revokedAt) : null,
    notes: row.notes,
    invited: row.userId === null,
    can: {
      revoke: row.status === 'active' && status !== 'revoked',
      renew: status !== 'revoked' && document.deletedAt === null,
    },
  }
}

/** Lists a document's access table, newest first. */
export async function listGrants(ctx: Acting<ReadCtx>, documentId: string): Promise<{ grants: Grant[] }> {
  const { document, can } = await findDocument(ctx, documentId, { view: 'either', lockedToo: true })
  if (!can.seeAccess) throw new Refusal('not-allowed')
  const rows = await ctx.tx
    .select({ grant: documentAccess, revokedAt: revokedAtOf })
    .from(documentAccess)
    .where(eq(documentAccess.documentId, documentId))
    .orderBy(desc(documentAccess.grantedAt), desc(documentAccess.id))
  return { grants: rows.map(({ grant, revokedAt }) => toGrant(grant, document, ctx.now, revokedAt)) }
}

/** An instant as either database returns it. */
type Moment = Date | string | null

/** Time at which a grant of a query on `document_access` was revoked, from the audit trail; null for others. */
export const revokedAtOf = sql<Moment>`(case when document_access.status = 'revoked' then (select max(revocation.at)
  from audit_events revocation where revocation.access_id = document_access.id and revocation.event in ('revoked', 'access_removed')) end)`

/** A grant whose automatic revocation is not marked yet was revoked then. */
export const revokedText = (row: GrantRow, revokedAt: Moment): string | null =>
  row.status !== 'revoked' ? iso(row.autoRevokeDate) : revokedAt && new Date(revokedAt).toISOString()

/** The audit entry of a grant that ended or got a new end. */
export const auditEntry = <E extends 'revoked' | 'renewed' | 'expired' | 'extended' | 'access_removed'>(
  event: E,
  grant: GrantRow,
) => ({
  event,
  documentId: grant.documentId,
  accessId: grant.id,
  subjectEmail: grant.userEmail,
})
