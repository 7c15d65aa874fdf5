import { sql } from 'drizzle-orm'
import type { WriteCtx } from '../context/context.ts'
import { documentAccess } from '../db/tables/documents.ts'
import type { Services } from '../services.ts'
import { told } from './end.ts'
import type { GrantRow } from './grants.ts'
import { autoRevoked } from './visible.ts'

const batch = 500

/**
 * Writes down that the time of grants is up, each with its audit event: for reports and notices only, reading ended to
 * the second (decisions, section 2). Several servers may run it at once. `tell` joins each batch's transaction.
 */
export async function expireGrants(
  { contexts }: Pick<Services, 'contexts'>,
  tell: (ctx: WriteCtx, ended: GrantRow[]) => Promise<void> = async () => undefined,
): Promise<void> {
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
      await ctx.audit(...rows.map((row) => told(row.status === 'revoked' ? 'revoked' : 'expired', row)))
      await tell(ctx, rows)
      return rows.length
    })
  }
}
