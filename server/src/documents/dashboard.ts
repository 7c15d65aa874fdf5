import { dayOf } from '@deedbox/contract/dates.ts'
import type { getDashboard as endpoint } from '@deedbox/contract/documents.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { liveGrant, visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { profiles } from '../db/tables/accounts.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'

/** The caller's counts, all by the one predicate of what they may see. */
export async function getDashboard(
  ctx: Acting<ReadCtx>,
  timeZone: string,
): Promise<SchemaOutput<typeof endpoint.response>> {
  const { tx, actor, now } = ctx
  const visible = visibleTo(actor, now)
  const today = dayOf(now, timeZone)
  const handles = actor.permissions.includes('canManageDocuments')
  const shownDocuments = tx.select({ id: documents.id }).from(documents).where(visible)

  const [counts] = await tx
    .select({
      documents: sql<number>`count(*)::int`,
      own: sql<number>`(count(*) filter (where ${documents.ownerId} = ${actor.id}))::int`,
      expiringSoon: sql<number>`(count(*) filter (where ${documents.expiryDate}
        between ${today}::date and ${today}::date + ${limits.expiringSoonDays}::int))::int`,
    })
    .from(documents)
    .where(visible)
  const activeAccess = await tx.$count(
    documentAccess,
    and(
      liveGrant(now),
      handles ? undefined : eq(documentAccess.userEmail, actor.email),
      inArray(documentAccess.documentId, shownDocuments),
    ),
  )
  return {
    documents: counts?.documents ?? 0,
    own: counts?.own ?? 0,
    expiringSoon: counts?.expiringSoon ?? 0,
    activeAccess,
    unconfirmedTrustees: actor.permissions.includes('canManageSystem')
      ? await tx.$count(profiles, and(eq(profiles.role, 'trustee'), isNull(profiles.confirmedAt)))
      : null,
    users: await countUsers(ctx),
  }
}

/** Everyone for an administrator, the organisation's people for its own; null for the others. */
async function countUsers({ tx, actor }: Acting<ReadCtx>): Promise<number | null> {
  if (!actor.permissions.includes('canManageUsers')) return null
  let people: SQL | undefined
  if (!actor.permissions.includes('canManageSystem')) {
    if (!actor.organizationId) return 0
    people = eq(profiles.organizationId, actor.organizationId)
  }
  return tx.$count(profiles, people)
}
