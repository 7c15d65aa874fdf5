import { daysBefore } from '@deedbox/contract/durations.ts'
import { secondAdministratorDays } from '@deedbox/contract/hold-terms.ts'
import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'

/**
 * Tells whether there is another administrator who can confirm what the actor asks for. One who was deactivated, or put into another role, within the last
 * days counts too: nobody becomes the only administrator by putting the other out.
 */
export async function hasSecond({ tx, now, actor }: Acting<ReadCtx>): Promise<boolean> {
  const since = daysBefore(now, secondAdministratorDays)
  const others = and(
    ne(profiles.id, actor.id),
    eq(profiles.role, 'admin'),
    or(isNull(profiles.deactivatedAt), gt(profiles.deactivatedAt, since)),
  )
  if ((await tx.$count(profiles, others)) > 0) return true
  const demoted = and(
    eq(auditEvents.event, 'role_changed'),
    gt(auditEvents.at, since),
    sql`${auditEvents.details} #>> '{from,role}' = 'admin'`,
  )
  return (await tx.$count(auditEvents, demoted)) > 0
}
