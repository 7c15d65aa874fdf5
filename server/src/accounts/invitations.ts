import type * as contract from '@deedbox/contract/accounts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { isRole } from '@deedbox/contract/permissions.ts'
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Acting, ReadCtx, WriteCtx } from '../context/context.ts'
import { invitations, organizations } from '../db/tables/accounts.ts'
import type { Answer, Input, Raw } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { hold } from './lockout.ts'
import { accountExists, openInvitation } from './new-account.ts'
import { accessEnd } from './people.ts'

type Row = typeof invitations.$inferSelect

/** Open invitations, newest first, and the organisations there are. */
export async function listInvitations(ctx: ReadCtx): Promise<Answer<typeof contract.listInvitations>> {
  const rows = await ctx.tx
    .select()
    .from(invitations)
    .leftJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(eq(invitations.status, 'open'), gt(invitations.expiresAt, ctx.now)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
  return {
    invitations: rows.map((row) => sent(row.invitations, row.organizations?.name ?? null)),
    organizations: await ctx.tx
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .orderBy(asc(organizations.name)),
  }
}

/**
 * Invites a person to a role and mails the link.
 * @throws Refusal user-exists, invitation-exists, not-a-guest, expiry-past, invalid-input (Org Admin, no organisation).
 */
export async function inviteUser(
  { config, mail }: Services,
  raw: Raw<typeof contract.inviteUser>,
  { body }: Input<typeof contract.inviteUser>,
): Promise<Answer<typeof contract.inviteUser>> {
  if (body.role === 'b2b_admin' && !body.organization)
    throw new Refusal('invalid-input', { fields: { organization: 'This field is required' } })
  if (body.role !== 'guest' && body.expiresOn !== null) throw new Refusal('not-a-guest')

  const { invitation, mailId } = await raw.transact(async (ctx) => {
    await hold(ctx, `email ${body.email}`)
    if (await accountExists(ctx, body.email)) throw new Refusal('user-exists')
    if ((await openInvitation(ctx, body.email)).length > 0) throw new Refusal('invitation-exists')
    const organization = body.organization ? await organizationNamed(ctx, body.organization) : null
    const row = await invite(ctx, {
      email: body.email,
      firstName: body.firstName,
      lastName: body.lastName,
      role: body.role,
      professionalType: body.role === 'requestor' ? body.professionalType : null,
      organizationId: organization?.id ?? null,
      accessExpiresAt: accessEnd(body.expiresOn, config.timeZone, ctx.now),
    })
    const mailId = await mail.promise(ctx, 'invitation', row.email, {
      invitationId: row.id,
      invitedBy: row.invitedByName,
      firstName: row.firstName,
      role: row.role,
      professionalType: row.professionalType,
      organization: organization?.name ?? null,
      accessExpiresAt: row.accessExpiresAt?.toISOString() ?? null,
      expiresAt: row.expiresAt.toISOString(),
    })
    return { invitation: sent(row, organization?.name ?? null), mailId }
  })
  return { invitation, emailSent: await mail.went(mailId) }
}

/**
 * Invites a guest to whom something is being shared, in the caller's transaction; the caller mails them. An open
 * invitation is used again, and a guest's is prolonged when this one would last longer. Returns its id: the link is
 * `/signup?invitation=<id>`. The caller has looked that there is no account.
 */
export async function inviteGuest(
  ctx: Acting<WriteCtx>,
  { email, accessExpiresAt }: { email: string; accessExpiresAt: Date | null },
): Promise<{ id: string }> {
  await hold(ctx, `email ${email}`)
  const [found] = await openInvitation(ctx, email).for('update')
  if (!found) return invite(ctx, { email, role: 'guest', accessExpiresAt })
  const ends = found.accessExpiresAt
  if (found.role === 'guest' && ends !== null && (accessExpiresAt === null || accessExpiresAt > ends))
    await ctx.tx.update(invitations).set({ accessExpiresAt }).where(eq(invitations.id, found.id))
  return { id: found.id }
}

/** What an invitation link offers. @throws Refusal invitation-invalid. */
export async function getInvitation(
  ctx: ReadCtx,
  { params: { token } }: Input<typeof contract.getInvitation>,
): Promise<Answer<typeof contract.getInvitation>> {
  if (!z.uuid().safeParse(token).success) throw new Refusal('invitation-invalid')
  const [row] = await ctx.tx
    .select()
    .from(invitations)
    .leftJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(eq(invitations.id, token), eq(invitations.status, 'open'), gt(invitations.expiresAt, ctx.now)))
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

/** Withdraws an open invitation. @throws Refusal invitation-invalid. */
export async function withdrawInvitation(
  ctx: Acting<WriteCtx>,
  { params: { invitationId } }: Input<typeof contract.withdrawInvitation>,
): Promise<Answer<typeof contract.withdrawInvitation>> {
  const [row] = await ctx.tx
    .update(invitations)
    .set({ status: 'withdrawn' })
    .where(and(eq(invitations.id, invitationId), eq(invitations.status, 'open')))
    .returning()
  if (!row) throw new Refusal('invitation-invalid')
  await ctx.audit({ event: 'invitation_withdrawn', subjectEmail: row.email, details: { invitationId } })
  return { success: true }
}

type Invited = Pick<Row, 'email' | 'role' | 'accessExpiresAt'> &
  Partial<Pick<Row, 'firstName' | 'lastName' | 'professionalType' | 'organizationId'>>

async function invite(ctx: Acting<WriteCtx>, invited: Invited): Promise<Row> {
  const row: Row = {
    firstName: '',
    lastName: '',
    professionalType: null,
    organizationId: null,
    ...invited,
    id: crypto.randomUUID(),
    invitedBy: ctx.actor.id,
    invitedByName: ctx.actor.name,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + limits.invitationDays * 86_400_000),
    status: 'open',
  }
  await ctx.tx.insert(invitations).values(row)
  const details = { invitationId: row.id, role: row.role }
  await ctx.audit({ event: 'user_invited', subjectEmail: row.email, details })
  return row
}

/** The organisation of this name, whatever its case; made when there is none. */
async function organizationNamed(ctx: WriteCtx, name: string): Promise<{ id: string; name: string }> {
  await hold(ctx, 'organizations')
  const [found] = await ctx.tx
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(eq(sql`lower(${organizations.name})`, name.toLowerCase()))
  if (found) return found
  const id = crypto.randomUUID()
  await ctx.tx.insert(organizations).values({ id, name, createdAt: ctx.now })
  return { id, name }
}

const sent = (
  row: Row,
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
