import type * as contract from '@deedbox/contract/accounts.ts'
import { isRole } from '@deedbox/contract/permissions.ts'
import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { byTime, sorted } from '../../db/sorted.ts'
import { invitations, organizations } from '../../db/tables/accounts.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { Refusal } from '../../platform/errors.ts'
import { isOpen } from './new-account.ts'

export type InvitationRow = typeof invitations.$inferSelect

const sorts = { createdAt: byTime(invitations.createdAt) }

/** Lists open invitations, newest first, paged by key; for an Org Admin only those to their own organisation. */
export async function listInvitations(
  ctx: Acting<ReadCtx>,
  { query: { invitedBy, cursor, limit } }: Input<typeof contract.listInvitations>,
): Promise<Answer<typeof contract.listInvitations>> {
  const wanted = and(
    isOpen(ctx.now),
    ofTheirs(ctx.actor, invitations.organizationId),
    invitedBy ? eq(invitations.invitedBy, invitedBy) : undefined,
  )
  const order = { sort: 'createdAt' as const, cursor, shape: shapeOf('invitations', invitedBy) }
  const { key, fromHere, orderBy, page } = sorted(sorts, order, invitations.id)
  const rows = await ctx.tx
    .select({ invitation: invitations, organizationName: organizations.name, sortKey: key })
    .from(invitations)
    .leftJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(wanted, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { shown, nextCursor } = page(rows, limit, ({ invitation }) => invitation.id)
  return {
    invitations: shown.map(({ invitation, organizationName }) => toInvitation(invitation, organizationName)),
    total: await ctx.tx.$count(invitations, wanted),
    nextCursor,
  }
}

/** Returns what an invitation link offers. @throws Refusal invitation-invalid. */
export async function getInvitation(
  ctx: ReadCtx,
  { params: { invitationId } }: Input<typeof contract.getInvitation>,
): Promise<Answer<typeof contract.getInvitation>> {
  if (!z.uuid().safeParse(invitationId).success) throw new Refusal('invitation-invalid')
  const [row] = await ctx.tx
    .select()
    .from(invitations)
    .leftJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(eq(invitations.id, invitationId), isOpen(ctx.now)))
  if (!row || !isRole(row.invitations.role)) throw new Refusal('invitation-invalid')
  const { email, firstName, lastName, invitedByName } = row.invitations
  return {
    email,
    firstName,
    lastName,
    role: row.invitations.role,
    organizationName: row.organizations?.name ?? null,
    invitedBy: invitedByName,
  }
}

/** Limits rows to the organisation that an Org Admin manages; no limit for an administrator. */
export function ofTheirs(actor: Actor, organizationId: Column): SQL | undefined {
  if (actor.permissions.includes('canManageSystem')) return undefined
  return actor.organizationId ? eq(organizationId, actor.organizationId) : sql`false`
}

/** An invitation as it is sent to clients. */
export const toInvitation = (
  row: InvitationRow,
  organizationName: string | null,
): Answer<typeof contract.inviteUser>['invitation'] => ({
  id: row.id,
  email: row.email,
  role: row.role,
  organizationName,
  accessExpiresAt: row.accessExpiresAt?.toISOString() ?? null,
  invitedBy: row.invitedByName,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
