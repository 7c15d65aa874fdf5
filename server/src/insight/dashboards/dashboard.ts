import type { getDashboard as endpoint } from '@deedbox/contract/dashboards.ts'
import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { unrecordedContent } from '../../db/tables/storage.ts'
import { unlessAsked } from '../../documents/lists/filter.ts'
import { stillUnrecorded } from '../../documents/store/unrecorded.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { waitsToBeConfirmed } from '../../kernel/context/deactivated.ts'
import { endOfDay } from '../../platform/days.ts'
import { liveGrant, visibleTo } from '../../policy/visible.ts'
import { rowsOf, withPlace } from '../../sharing/grants/grant-rows.ts'
import { figuresOf } from './figures.ts'
import { scopeOf } from './scope.ts'

/** The figures of /dashboard for every role, limited to what they may see. Needs a snapshot. */
export async function getDashboard(ctx: Acting<ReadCtx>): Promise<SchemaOutput<typeof endpoint.response>> {
  const { tx, actor, now } = ctx
  const visible = visibleTo(actor, now, 'current', { lockedToo: true })
  const figures = await figuresOf(ctx, await scopeOf(ctx), { readings: false })
  return {
    documents: figures.documents,
    own: await tx.$count(
      documents,
      and(visible, unlessAsked(actor, now, {}), eq(documents.ownerId, actor.id)),
    ),
    expiringSoon: figures.expiringSoon,
    activeAccess: figures.activeAccess,
    pendingRequests: figures.pendingRequests,
    system: await systemFigures(ctx),
    organizationUsers: await organizationUsers(ctx),
    endingSoon: await endingSoon(ctx),
    recentAccess: await ownAccess(ctx, desc(documentAccess.grantedAt), desc(documentAccess.id)),
    endingAccess: actor.role === 'guest' ? await ownAccess(ctx, asc(end), asc(documentAccess.id)) : [],
  }
}

async function systemFigures({ tx, actor }: Acting<ReadCtx>) {
  if (!actor.permissions.includes('canManageSystem')) return null
  return {
    users: await tx.$count(profiles),
    organizations: await tx.$count(organizations),
    unconfirmedTrustees: await tx.$count(profiles, waitsToBeConfirmed),
    failedMails: await tx.$count(mailMessages, eq(mailMessages.status, 'failed')),
    unrecordedFiles: await tx.$count(unrecordedContent, stillUnrecorded),
  }
}

/** People of the caller's organisation. */
async function organizationUsers({ tx, actor }: Acting<ReadCtx>): Promise<number | null> {
  if (!actor.permissions.includes('canManageOrganization')) return null
  if (!actor.organizationId) return 0
  return tx.$count(profiles, eq(profiles.organizationId, actor.organizationId))
}

/** The caller's live access. Read apart, by the index of their grants: for a few rows in an order, the planner would walk everybody's. */
const heldBy = ({ actor, now }: Acting<ReadCtx>): SQL => sql`(select * from ${documentAccess}
  where ${and(eq(documentAccess.userEmail, actor.email), liveGrant(now))} offset 0) document_access ${withPlace(visibleTo(actor, now))}`

const end = sql`least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})`

/** Counts the grants that end within 30 days, counted as the badge does: in days of the deployment's time zone. */
async function endingSoon(ctx: Acting<ReadCtx>): Promise<number> {
  const { timeZone } = ctx.settings
  const lastDay = addDays(dayOf(ctx.now, timeZone), limits.expiringSoonDays)
  // Everything that a guest sees ends with their account.
  const { role, accessExpiresAt } = ctx.actor
  const soon =
    role === 'guest' && accessExpiresAt && dayOf(accessExpiresAt, timeZone) <= lastDay
      ? undefined
      : sql`${end} <= ${endOfDay(lastDay, timeZone).toISOString()}::timestamptz`
  const statement = sql`select count(*)::int as count from ${heldBy(ctx)} where ${soon ?? sql`true`}`
  const [row] = await run<{ count: number }>(ctx, statement, { prepared: false })
  return row?.count ?? 0
}

/** The first few in an order. */
async function ownAccess(ctx: Acting<ReadCtx>, ...order: SQL[]) {
  const statement = sql`select ${documentAccess.id} as id from ${heldBy(ctx)}
    order by ${sql.join(order, sql`, `)} limit ${limits.dashboard.recentActivity}`
  return rowsOf(ctx, await run<{ id: string }>(ctx, statement, { prepared: false }))
}
