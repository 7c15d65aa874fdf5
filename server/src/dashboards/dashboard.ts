import type { getDashboard as endpoint } from '@deedbox/contract/dashboards.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { grantWithPlace, toGrantRow } from '../access/list.ts'
import { liveGrant, visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { organizations, profiles } from '../db/tables/accounts.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { mailMessages } from '../db/tables/mail.ts'
import { figuresOf, scopeOf } from './figures.ts'

/** The figures of /dashboard for every role, by the one predicate of what they may see. Needs a snapshot. */
export async function getDashboard(
  ctx: Acting<ReadCtx>,
  timeZone: string,
): Promise<SchemaOutput<typeof endpoint.response>> {
  const { tx, actor, now } = ctx
  const visible = visibleTo(actor, now)
  const figures = await figuresOf(ctx, scopeOf(ctx), { timeZone, readings: false })
  return {
    documents: figures.documents,
    own: await tx.$count(documents, and(visible, eq(documents.ownerId, actor.id))),
    expiringSoon: figures.expiringSoon,
    activeAccess: figures.activeAccess,
    pendingRequests: figures.pendingRequests,
    system: await systemFigures(ctx),
    organizationUsers: await organizationUsers(ctx),
    recentAccess: await recentAccess(ctx),
  }
}

async function systemFigures({ tx, actor }: Acting<ReadCtx>) {
  if (!actor.permissions.includes('canManageSystem')) return null
  return {
    users: await tx.$count(profiles),
    organizations: await tx.$count(organizations),
    unconfirmedTrustees: await tx.$count(
      profiles,
      and(eq(profiles.role, 'trustee'), isNull(profiles.confirmedAt)),
    ),
    failedMails: await tx.$count(mailMessages, eq(mailMessages.status, 'failed')),
  }
}

/** People of the caller's organisation. */
async function organizationUsers({ tx, actor }: Acting<ReadCtx>): Promise<number | null> {
  if (!actor.permissions.includes('canManageOrganization')) return null
  if (!actor.organizationId) return 0
  return tx.$count(profiles, eq(profiles.organizationId, actor.organizationId))
}

/** The latest accesses that the caller was given and has. */
async function recentAccess(ctx: Acting<ReadCtx>) {
  const { tx, actor, now } = ctx
  const rows = await tx
    .select(grantWithPlace)
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(and(eq(documentAccess.userEmail, actor.email), liveGrant(now), visibleTo(actor, now)))
    .orderBy(desc(documentAccess.grantedAt), desc(documentAccess.id))
    .limit(limits.dashboard.recentActivity)
  return rows.map((row) => toGrantRow(ctx, row))
}
