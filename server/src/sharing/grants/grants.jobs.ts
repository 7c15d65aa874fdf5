import { sql } from 'drizzle-orm'
import { documentAccess } from '../../db/tables/documents.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import type { GrantRow } from '../../policy/grants.ts'
import { auditEntry } from '../../policy/grants.ts'
import { autoRevoked } from '../../policy/visible.ts'

const batch = 500

/**
 * Marks grants that have ended, each with its audit event; only for reports and notices, because reading ends to the
 * second without it (decisions, section 2). Several servers may run it at once. `notify` joins each batch's transaction.
 */
export async function expireGrants(
  { contexts }: Pick<Services, 'contexts'>,
  notify: (ctx: WriteCtx, ended: GrantRow[]) => Promise<void> = async () => undefined,
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
