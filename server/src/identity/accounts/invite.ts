import type * as contract from '@deedbox/contract/accounts.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { invitableRoles } from '@deedbox/contract/inviting.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { invitations, profiles } from '../../db/tables/accounts.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock, sharedAdvisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import { tellAdministrators } from '../../kernel/mail/newly-trusted.ts'
import { enqueueTyped } from '../../kernel/mail/outside.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { guestEnd } from './guest-end.ts'
import { invitationMail } from './invitation.mail.tsx'
import { type InvitationRow, toInvitation } from './invitations.ts'
import { accountExists, openInvitation } from './new-account.ts'
import { organizationNamed } from './organizations.ts'

/**
 * Invites a person to a role and mails the link. An administrator's invitation replaces one from anyone else; an Org
 * Admin's is always for their own organisation.
 * @throws Refusal invite-not-allowed, user-exists, invitation-exists, not-a-guest, expiry-…, outside-limit,
 * recipient-stopped, invalid-input (Org Admin, no organisation).
 */
export async function inviteUser(
  services: Services,
  raw: Raw<typeof contract.inviteUser>,
  { body }: Input<typeof contract.inviteUser>,
): Promise<Answer<typeof contract.inviteUser>> {
  const { mail } = services
  if (!invitableRoles(raw.actor).includes(body.role)) throw new Refusal('invite-not-allowed')
  if (body.role === 'b2b_admin' && !body.organization)
    throw new Refusal('invalid-input', { fields: { organization: 'This field is required' } })
  if (body.role !== 'guest' && body.expiresOn !== null) throw new Refusal('not-a-guest')

  const { invitation, mailId } = await raw.transact(async (ctx) => {
    await advisoryLock(ctx, `email ${body.email}`)
    await sharedAdvisoryLock(ctx, 'invitations')
    if (await accountExists(ctx, body.email)) throw new Refusal('user-exists')
    const [open] = await openInvitation(ctx, body.email).for('update')
    if (open && !(await outranks(ctx, open))) throw new Refusal('invitation-exists')
    if (open) await replaceAll(ctx, [open])
    const organization = await organizationFor(ctx, body.organization)
    const row = await invite(ctx, {
      email: body.email,
      firstName: body.firstName,
      lastName: body.lastName,
      role: body.role,
      professionalType: body.role === 'requestor' ? body.professionalType : null,
      organizationId: organization?.id ?? null,
      accessExpiresAt: body.role === 'guest' ? guestEnd(body.expiresOn, ctx) : null,
    })
    const mailId = await enqueueTyped(services, ctx, invitationMail, row.email, {
      invitationId: row.id,
      invitedBy: row.invitedByName,
      firstName: row.firstName,
      role: row.role,
      professionalType: row.professionalType,
      organization: organization?.name ?? null,
      accessExpiresAt: row.accessExpiresAt?.toISOString() ?? null,
      expiresAt: row.expiresAt.toISOString(),
    })
    await tellAdministrators(mail, ctx, 'invited', [
      { email: row.email, name: `${row.firstName} ${row.lastName}`.trim(), role: row.role },
    ])
    return { invitation: toInvitation(row, organization?.name ?? null), mailId }
  })
  return { invitation, emailSent: await mail.wasSent(mailId) }
}

/**
 * Returns until when a guest that the actor invites would have access.
 * @throws Refusal 'invite-unconfirmed', 'not-allowed', 'expiry-…'
 */
export function invitedGuestEnd(ctx: Acting<ReadCtx>, { expiresOn }: { expiresOn: string | null }): Date {
  if (!invitableRoles(ctx.actor).includes('guest'))
    throw new Refusal(ctx.actor.confirmed ? 'not-allowed' : 'invite-unconfirmed')
  return guestEnd(expiresOn, ctx, 'invite.expiresOn')
}

/**
 * Invites a guest that a document is being shared with, in the caller's transaction; the caller mails them. An open
 * invitation is reused, and a guest's is extended if this one would last longer, unless an administrator made it. Returns its id: the link is `/signup?invitation=<id>`. The caller has checked that there is no account.
 * @throws Refusal 'invite-unconfirmed', 'not-allowed', 'expiry-…'
 */
export async function inviteGuest(
  ctx: Acting<WriteCtx>,
  { email, expiresOn }: { email: string; expiresOn: string | null },
): Promise<{ id: string }> {
  const accessExpiresAt = invitedGuestEnd(ctx, { expiresOn })
  await advisoryLock(ctx, `email ${email}`)
  await sharedAdvisoryLock(ctx, 'invitations')
  const [open] = await openInvitation(ctx, email).for('update')
  if (open && open.role !== 'guest') return { id: open.id }
  if (open && !(await outranks(ctx, open))) {
    const later = open.accessExpiresAt !== null && accessExpiresAt > open.accessExpiresAt
    if (later && (ctx.actor.role === 'admin' || !(await byAdministrator(ctx, open))))
      await ctx.tx
        .update(invitations)
        .set({ accessExpiresAt, expiresAt: openUntil(ctx.now, accessExpiresAt) })
        .where(eq(invitations.id, open.id))
    return { id: open.id }
  }
  if (open) await replaceAll(ctx, [open])
  return invite(ctx, { email, role: 'guest', accessExpiresAt })
}

type Invited = Pick<InvitationRow, 'email' | 'role' | 'accessExpiresAt'> &
  Partial<Pick<InvitationRow, 'firstName' | 'lastName' | 'professionalType' | 'organizationId'>>

async function invite(ctx: Acting<WriteCtx>, invited: Invited): Promise<InvitationRow> {
  const row: InvitationRow = {
    firstName: '',
    lastName: '',
    professionalType: null,
    organizationId: null,
    state: '',
    ...invited,
    id: crypto.randomUUID(),
    invitedBy: ctx.actor.id,
    invitedByName: ctx.actor.name,
    createdAt: ctx.now,
    expiresAt: openUntil(ctx.now, invited.accessExpiresAt),
    status: 'open',
  }
  await ctx.tx.insert(invitations).values(row)
  const details = { invitationId: row.id, role: row.role }
  await ctx.audit({ event: 'user_invited', subjectEmail: row.email, details })
  return row
}

/** Returns until when an invitation is open: it ends no later than the access that it offers. */
export const openUntil = (now: Date, accessExpiresAt: Date | null): Date =>
  new Date(Math.min(now.getTime() + limits.invitationDays * dayMs, accessExpiresAt?.getTime() ?? Infinity))

/** Returns the organisation of an invitation: an Org Admin always invites into their own, an administrator into any. */
async function organizationFor(ctx: Acting<WriteCtx>, name: string) {
  const { role, organizationId, organizationName } = ctx.actor
  if (role === 'admin') return organizationNamed(ctx, name)
  return organizationId ? { id: organizationId, name: organizationName ?? '' } : null
}

/** Tells whether the person who made an invitation is an administrator. */
async function byAdministrator({ tx }: ReadCtx, { invitedBy }: InvitationRow): Promise<boolean> {
  return (await tx.$count(profiles, and(eq(profiles.id, invitedBy), eq(profiles.role, 'admin')))) > 0
}

/** Tells whether the actor's invitation replaces this one: an administrator's replaces one from anyone else. */
const outranks = async (ctx: Acting<ReadCtx>, open: InvitationRow): Promise<boolean> =>
  ctx.actor.role === 'admin' && !(await byAdministrator(ctx, open))

/** Replaces invitations by an administrator's; existing grants to the emails stay if their granter may still give them. */
export async function replaceAll(ctx: Acting<WriteCtx>, all: InvitationRow[]): Promise<void> {
  if (all.length === 0) return
  const ids = sql.param(all.map(({ id }) => id))
  await ctx.tx
    .update(invitations)
    .set({ status: 'replaced' })
    .where(sql`${invitations.id} = any(${ids}::uuid[])`)
  // People who may share with a person without an account: the rule of sharing, applied to each granter now.
  const mayGrant = and(
    isNull(profiles.deactivatedAt),
    or(eq(profiles.role, 'admin'), and(eq(profiles.role, 'trustee'), isNotNull(profiles.confirmedAt))),
  )
  const byEmail = new Map(all.map((open) => [open.email, open]))
  const lost = await ctx.tx
    .update(documentAccess)
    .set({ status: 'revoked' })
    .where(
      and(
        sql`${documentAccess.userEmail} = any(${sql.param([...byEmail.keys()])}::text[])`,
        isNull(documentAccess.userId),
        eq(documentAccess.status, 'active'),
        not(
          sql`exists (select 1 from ${profiles} where ${profiles.id} = ${documentAccess.grantedBy} and ${mayGrant})`,
        ),
      ),
    )
    .returning({
      id: documentAccess.id,
      documentId: documentAccess.documentId,
      email: documentAccess.userEmail,
    })
  await ctx.audit(
    ...all.map((open) => ({
      event: 'invitation_replaced' as const,
      subjectEmail: open.email,
      details: { invitationId: open.id, role: open.role, invitedBy: open.invitedByName },
    })),
    ...lost.map(({ id, documentId, email }) => ({
      event: 'revoked' as const,
      documentId,
      accessId: id,
      subjectEmail: email,
      details: { invitationId: byEmail.get(email)?.id },
    })),
  )
}
