import { sql } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import type { GrantRow } from '../../policy/grants.ts'
import { auditEntry } from '../../policy/grants.ts'
import { autoRevoked, isLocked, lockedSince } from '../../policy/visible.ts'

const batch = 500

/**
 * Marks grants on documents that are locked as revoked at the time of the lock (ADR 71), up to 500; without it nobody opens these documents either. Returns
 * how many there were.
 */
export async function endLockedGrants(
  ctx: WriteCtx,
  notify: (ended: GrantRow[]) => Promise<void>,
): Promise<number> {
  const at = lockedSince(ctx.now)
  // In no order: for one by id PostgreSQL would go through all active grants, each minute, to find that no organisation has left.
  const due = sql`select document_access.id from ${documents} join document_access on document_access.document_id = documents.id
    where ${isLocked(ctx.now)} and document_access.status = 'active' limit ${batch} for update of document_access skip locked`
  const rows = await ctx.tx
    .update(documentAccess)
    .set({
      status: 'revoked',
      autoRevokeDate: sql`(select ${at} from ${documents} where documents.id = document_access.document_id)`,
    })
    .where(sql`${documentAccess.id} = any(array(${due}))`)
    .returning()
  await ctx.audit(...rows.map((row) => auditEntry<'revoked'>('revoked', row)))
  await notify(rows)
  return rows.length
}

/**
 * Marks grants that have ended, or whose documents are locked, each with its audit event; only for reports and notices, because reading ends to the
 * second without it (decisions, section 2). Several servers may run it at once. `notify` joins each batch's transaction.
 */
export async function expireGrants(
  { contexts }: Pick<Services, 'contexts'>,
  notify: (ctx: WriteCtx, ended: GrantRow[]) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let marked = batch; marked === batch; ) {
    marked = await contexts.work((ctx) => endLockedGrants(ctx, (ended) => notify(ctx, ended)))
  }
  for (let marked = batch; marked === batch; ) {
    marked = await contexts.work(async (ctx) => {
      const due = sql`select id from document_access
        where status = 'active' and least(expires_at, auto_revoke_date) <= ${ctx.now.toISOString()}::timestamptz
        order by least(expires_at, auto_revoke_date) limit ${batch} for update skip locked`
      const rows = await ctx.tx
        .update(documentAccess)
        .set({ status: sql`case when ${autoRevoked} then 'revoked' else 'expired' end` })
        .where(sql`${documentAccess.id} = any(array(${due}))`)
        .returning()
      await ctx.audit(
        ...rows.map((row) =>
          auditEntry<'revoked' | 'expired'>(row.status === 'revoked' ? 'revoked' : 'expired', row),
        ),
      )
      await notify(ctx, rows)
      return rows.length
    })
  }
}
