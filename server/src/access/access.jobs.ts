import { sql } from 'drizzle-orm'
import { documentAccess } from '../db/tables/documents.ts'
import type { Services } from '../services.ts'
import { told } from './end.ts'

const batch = 500

/**
 * Marks grants whose end has passed as expired, each with its audit event: for reports only, reading ended to the
 * second (decisions, section 2). Several servers may run it at once.
 */
export async function expireGrants({ contexts }: Pick<Services, 'contexts'>): Promise<void> {
  for (let marked = batch; marked === batch; ) {
    marked = await contexts.work(async (ctx) => {
      const due = sql`select id from document_access
        where status = 'active' and least(expires_at, auto_revoke_date) <= ${ctx.now.toISOString()}::timestamptz
        order by least(expires_at, auto_revoke_date) limit ${batch} for update skip locked`
      const rows = await ctx.tx
        .update(documentAccess)
        .set({ status: 'expired' })
        .where(sql`${documentAccess.id} = any(array(${due}))`)
        .returning()
      await ctx.audit(...rows.map((row) => told('expired', row)))
      return rows.length
    })
  }
}

export function defineAccessJobs(services: Services): void {
  services.jobs.define('expire-access', () => expireGrants(services), { cron: '* * * * *' })
}
