import { and, asc, eq, inArray, isNull, lte, not, sql } from 'drizzle-orm'
import { run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { matterShares, matters } from '../db/tables/matters.ts'
import type { ReadCtx, WriteCtx } from '../kernel/context/context.ts'
import { idInOrder } from '../platform/ids.ts'
import { auditEntry, type GrantRow, insertGrants } from './grants.ts'
import { autoRevoked, liveGrant } from './visible.ts'

/* Grants that the shares of a matter give on documents that enter it, and end on those that leave it (ADR 83). */

/** Keeps the matters of these documents from being shared until the transaction ends; before the documents are locked, as a share locks both so. */
export async function lockMattersOf({ tx }: WriteCtx, documentIds: readonly string[]): Promise<void> {
  const theirs = tx
    .select({ id: documents.matterId })
    .from(documents)
    .where(inArray(documents.id, [...documentIds]))
  await tx
    .select({ id: matters.id })
    .from(matters)
    .where(inArray(matters.id, theirs))
    .orderBy(asc(matters.id))
    .for('share')
}

/**
 * Brings the grants of documents into line with the shares of the matter in which they are now: for whatever puts a document into a matter, takes it out,
 * or brings it back. A grant by the share of another matter ends; each running share on later documents gives a grant with its level and its end, unless
 * the person has access already, or there is a later version. The documents are locked or new. The database refuses to commit a document that this was not asked for.
 */
export async function followMatters(
  ctx: Pick<WriteCtx, 'tx' | 'now' | 'audit'>,
  documentIds: readonly string[],
): Promise<void> {
  const { tx, now, audit } = ctx
  const ids = [...documentIds]
  const active = and(inArray(documentAccess.documentId, ids), eq(documentAccess.status, 'active'))
  const over = await tx
    .update(documentAccess)
    .set({ status: sql`case when ${autoRevoked} then 'revoked' else 'expired' end` })
    .where(and(active, not(liveGrant(now))))
    .returning()
  const elsewhere = sql`exists (select from ${matterShares} join ${documents} on ${documents.id} = ${documentAccess.documentId}
    where ${matterShares.id} = ${documentAccess.matterShareId} and ${matterShares.matterId} is distinct from ${documents.matterId})`
  const left = await tx
    .update(documentAccess)
    .set({ status: 'revoked' })
    .where(and(active, elsewhere))
    .returning()
  const theirs = tx.select({ id: documents.matterId }).from(documents).where(inArray(documents.id, ids))
  await markOver(ctx, inArray(matterShares.matterId, theirs))
  const given = await give(ctx, ids)
  const entries = [
    ...over.map((grant) => auditEntry(grant.status === 'revoked' ? 'revoked' : 'expired', grant)),
    ...left.map((grant) => ({
      ...auditEntry('revoked', grant),
      details: { matterShareId: grant.matterShareId ?? '' },
    })),
    ...given.map((grant) => ({
      event: 'access_granted' as const,
      documentId: grant.documentId,
      accessId: grant.id,
      subjectEmail: grant.userEmail,
      details: {
        level: grant.accessLevel,
        expiresAt: grant.expiresAt?.toISOString(),
        matterShareId: grant.matterShareId ?? '',
      },
    })),
  ]
  if (entries.length > 0) await audit(...entries)
}

/** Lists to whom running shares of their matters give deleted documents again once they are restored, once each, with how many of these. */
export async function givenByRestoring({ query, now }: ReadCtx, documentIds: readonly string[]) {
  return run<{ name: string; email: string; documents: number }>(
    { query },
    sql`select min(coalesce(profiles.name, s.user_email)) as name, s.user_email as email, count(*)::int as documents
      from unnest(${`{${documentIds.join(',')}}`}::uuid[]) d (id) cross join lateral matter_shares_awaiting(d.id) s
      left join profiles on profiles.email = s.user_email
      where s.ends_at > ${now.toISOString()}::timestamptz group by s.user_email order by 1, 2`,
    { prepared: false },
  )
}

/** Marks shares that have ended by their day; their grants, which have the same end, are marked by the job of grants. */
export const markOver = ({ tx, now }: Pick<WriteCtx, 'tx' | 'now'>, which: ReturnType<typeof and>) =>
  tx
    .update(matterShares)
    .set({ endedAt: sql`${matterShares.endsAt}` })
    .where(and(which, isNull(matterShares.endedAt), lte(matterShares.endsAt, now)))

/** The grants that running shares give on these documents and that are not there yet. */
async function give({ tx, now }: Pick<WriteCtx, 'tx' | 'now'>, documentIds: string[]): Promise<GrantRow[]> {
  const those = sql`${`{${documentIds.join(',')}}`}::uuid[]`
  const due = sql`select d.id as document, s.id from unnest(${those}) d (id) cross join lateral matter_shares_of_document(d.id) s
    where not exists (select from ${documentAccess} a where a.document_id = d.id and a.user_email = s.user_email and a.status = 'active')`
  const rows = await tx
    .select({
      documentId: sql<string>`due.document`,
      share: matterShares,
      userId: sql<string | null>`profiles.user_id`,
      name: sql<string | null>`profiles.name`,
    })
    .from(matterShares)
    .innerJoin(sql`(${due}) due`, sql`due.id = ${matterShares.id}`)
    .leftJoin(sql`profiles`, sql`profiles.email = ${matterShares.userEmail}`)
    .orderBy(sql`due.document`, asc(matterShares.id))
  return insertGrants(
    { tx },
    rows.map(({ documentId, share, userId, name }) => ({
      id: idInOrder(now),
      documentId,
      userId,
      userEmail: share.userEmail,
      userName: name ?? share.userEmail,
      accessLevel: share.accessLevel,
      grantedBy: share.givenBy,
      grantedByName: share.givenByName,
      grantedAt: now,
      expiresAt: share.endsAt,
      autoRevokeDate: share.endsAt,
      notes: share.notes,
      matterShareId: share.id,
    })),
  )
}
