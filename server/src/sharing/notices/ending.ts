import { sql } from 'drizzle-orm'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import type { GrantRow } from '../../policy/grants.ts'
import { accessEnded } from './access-ended.mail.tsx'
import { accessEndedOwner } from './access-ended-owner.mail.tsx'
import { grantsDue } from './grants-due.ts'
import { tell } from './notices.ts'

/** Tells readers and owners that access has ended, in the transaction that marks the grants as ended (grants.jobs.ts). */
export async function notifyEnded(
  ctx: WriteCtx,
  ended: readonly GrantRow[],
  services: Pick<Services, 'mail'>,
): Promise<void> {
  if (ended.length === 0) return
  const where = sql`a.id = any(${sql.param(ended.map(({ id }) => id))}::uuid[])`
  await tell(ctx, accessEnded, grantsDue('access_ended', 'reader', { where }), services)
  await tell(ctx, accessEndedOwner, grantsDue('access_ended_owner', 'owner', { where }), services)
}
