import { limits } from '@deedbox/contract/limits.ts'
import type { listMatterShares as endpoint } from '@deedbox/contract/matter-shares.ts'
import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { matterShares } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { findKept } from '../../policy/matters.ts'
import { liveGrant, newestSeen, visibleTo } from '../../policy/visible.ts'

/** Condition for the shares of a matter that run now, by which there are grants or may come some. */
export const running = (matterId: string, now: Date): SQL | undefined =>
  and(eq(matterShares.matterId, matterId), isNull(matterShares.endedAt), gt(matterShares.endsAt, now))

/**
 * The running shares of a matter; their number is bounded. For whoever keeps matters, who sees all grants on its documents.
 * @throws Refusal 'matter-not-found', 'not-allowed'
 */
export async function listMatterShares(
  ctx: Acting<ReadCtx>,
  matterId: string,
): Promise<Answer<typeof endpoint>> {
  const { tx, actor, now } = ctx
  await findKept(ctx, matterId)
  const opened = and(
    eq(documentAccess.matterShareId, matterShares.id),
    liveGrant(now),
    sql`exists (select from ${documents} where ${documents.id} = ${documentAccess.documentId} and ${visibleTo(actor, now)})`,
  )
  const rows = await tx
    .select({
      share: matterShares,
      name: profiles.name,
      documents: sql<number>`(select count(*)::int from ${documentAccess} where ${opened})`,
    })
    .from(matterShares)
    .leftJoin(profiles, eq(profiles.email, matterShares.userEmail))
    .where(running(matterId, now))
    .orderBy(asc(matterShares.endsAt), asc(matterShares.id))
  const most = limits.matterGrants + 1
  const [today] = await run<{ documents: number; archived: number }>(
    ctx,
    sql`select count(*)::int as documents, count(*) filter (where status = 'archived')::int as archived
      from (select status from ${documents} where ${ofToday(ctx, matterId)} limit ${sql.raw(String(most))}) those`,
    { prepared: false },
  )
  return {
    shares: rows.map(({ share, name, documents }) => ({
      id: share.id,
      email: share.userEmail,
      name: name ?? share.userEmail,
      invited: name === null,
      accessLevel: share.accessLevel,
      later: share.later,
      endsAt: share.endsAt.toISOString(),
      notes: share.notes,
      givenByName: share.givenByName,
      givenAt: share.givenAt.toISOString(),
      documents,
    })),
    today: today ?? { documents: 0, archived: 0 },
  }
}

/** Condition for the documents of a matter that a share gives today, over `documents`: archived ones too, as what is shared is never hidden from its reader. */
export const ofToday = ({ actor, now }: Acting<ReadCtx>, matterId: string): SQL | undefined =>
  and(eq(documents.matterId, matterId), visibleTo(actor, now), newestSeen(actor, now))
