import type { withdrawInvitation as withdrawEndpoint } from '@deedbox/contract/accounts.ts'
import { invitableRoles } from '@deedbox/contract/inviting.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { ActReason } from '@deedbox/contract/people-terms.ts'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { invitations, organizations, profiles } from '../../db/tables/accounts.ts'
import { mailMessages, mailReports } from '../../db/tables/mail.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { sharedAdvisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { linkless, refuseOverManyLimit } from '../../kernel/mail/outside.ts'
import type { Services } from '../../kernel/services.ts'
import { type Act, type ActKind, actOnOne, noInput } from './acts.ts'
import { invitationAgain } from './invitation.mail.tsx'
import { type InvitationRow, ofTheirs } from './invitations.ts'
import { openUntil } from './invite.ts'
import { isOpen } from './new-account.ts'

type Invited = {
  invitation: InvitationRow
  organization: string | null
  /** It can be accepted now. */
  open: boolean
  member: boolean
  /** They reported a message of the actor. */
  stopped: boolean
  /** They were invited again not long ago. */
  again: boolean
}

export const invitationKind: ActKind<Invited> = {
  missing: 'invitation-not-found',
  nameOf: ({ invitation: { id, email, firstName, lastName } }) => ({
    id,
    email,
    name: `${firstName} ${lastName}`.trim() || email,
  }),
  async lock(ctx, ids) {
    // An import replaces many at once.
    await sharedAdvisoryLock(ctx, 'invitations')
    await ctx.tx
      .select({ id: invitations.id })
      .from(invitations)
      .where(inArray(invitations.id, [...ids]))
      .orderBy(asc(invitations.id))
      .for('update')
  },
  find: ({ tx, actor, now }, ids) =>
    tx
      .select({
        invitation: invitations,
        organization: organizations.name,
        open: sql<boolean>`(${isOpen(now)})`,
        member: sql<boolean>`exists (select 1 from ${profiles} where ${profiles.email} = ${invitations.email})`,
        stopped: isAmong(
          sql`select ${mailReports.recipient} from ${mailReports} where ${mailReports.senderId} = ${actor.id}`,
        ),
        again: isAmong(sql`select ${mailMessages.recipient} from ${mailMessages}
          where ${mailMessages.createdAt} > ${new Date(now.getTime() - limits.inviteAgainMs).toISOString()}::timestamptz
            and ${mailMessages.kind} = 'invitation_again' and ${mailMessages.status} <> 'failed'`),
      })
      .from(invitations)
      .leftJoin(organizations, eq(organizations.id, invitations.organizationId))
      .where(and(inArray(invitations.id, [...ids]), ofTheirs(actor, invitations.organizationId))),
}

/** Tells whether the email of an invitation is among these. */
const isAmong = (emails: SQL) => sql<boolean>`(${invitations.email} in (${emails}))`

const ended: Record<Exclude<InvitationRow['status'], 'open'>, ActReason> = {
  accepted: 'invitation-accepted',
  withdrawn: 'invitation-withdrawn',
  replaced: 'invitation-replaced',
}
const endOf = ({ invitation: { status } }: Invited): ActReason | null =>
  status === 'open' ? null : ended[status]

/** Ends an invitation: its link stops working. */
export const withdraw: Act<Invited> = {
  against: (_, row) => endOf(row),
  async perform({ tx, audit }, rows) {
    const ids = rows.map(({ invitation }) => invitation.id)
    await tx.update(invitations).set({ status: 'withdrawn' }).where(inArray(invitations.id, ids))
    await audit(
      ...rows.map(({ invitation: { id, email } }) => ({
        event: 'invitation_withdrawn' as const,
        subjectEmail: email,
        details: { invitationId: id },
      })),
    )
  },
}

/** Sends an open invitation again, with all the time that a new one has. The link stays the same. */
export const again: Act<Invited> = {
  against({ actor }, row) {
    const { role } = row.invitation
    if (endOf(row)) return endOf(row)
    if (row.member) return 'user-exists'
    if (!row.open) return 'invitation-over'
    if (!invitableRoles(actor).some((mine) => mine === role)) return 'invite-not-allowed'
    if (row.stopped) return 'recipient-stopped'
    return row.again ? 'invited-again' : null
  },
  async perform(ctx, rows, _, { mail }) {
    await refuseOverManyLimit(ctx, rows.length)
    const ids = rows.map(({ invitation }) => invitation.id)
    const until = openUntil(ctx.now, null).toISOString()
    await ctx.tx
      .update(invitations)
      .set({ expiresAt: sql`least(${until}::timestamptz, ${invitations.accessExpiresAt})` })
      .where(inArray(invitations.id, ids))
    await mail.enqueueAll(
      ctx,
      invitationAgain,
      rows.map((row) => ({ to: row.invitation.email, data: linkless(mailOf(ctx, row)) })),
      { senderId: ctx.actor.id, outside: true },
    )
    await ctx.audit(
      ...rows.map(({ invitation: { id, email, role } }) => ({
        event: 'user_invited' as const,
        subjectEmail: email,
        details: { invitationId: id, role, again: true },
      })),
    )
  },
}

const mailOf = ({ actor, now }: Acting<ReadCtx>, { invitation, organization }: Invited) => ({
  invitationId: invitation.id,
  invitedBy: actor.name,
  firstName: invitation.firstName,
  role: invitation.role,
  professionalType: invitation.professionalType,
  organization,
  accessExpiresAt: invitation.accessExpiresAt?.toISOString() ?? null,
  expiresAt: openUntil(now, invitation.accessExpiresAt).toISOString(),
})

/** Withdraws one. @throws Refusal invitation-not-found, invitation-accepted, invitation-withdrawn, invitation-replaced. */
export async function withdrawInvitation(
  services: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { params: { invitationId } }: Input<typeof withdrawEndpoint>,
): Promise<Answer<typeof withdrawEndpoint>> {
  await actOnOne(ctx, invitationKind, withdraw, invitationId, noInput, services)
  return { success: true }
}
