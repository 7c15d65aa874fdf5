import { and, asc, eq, inArray } from 'drizzle-orm'
import { invitations, sessions } from '../../db/tables/accounts.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'

/**
 * Ends what people without an active account must not leave behind: their sessions, their open invitations and their
 * unsent messages to strangers. Returns the audit entries.
 */
export async function shutOut({ tx }: WriteCtx, userIds: string[]): Promise<AuditEntry[]> {
  await tx.delete(sessions).where(inArray(sessions.userId, userIds))
  await tx
    .update(mailMessages)
    .set({ status: 'failed' })
    .where(
      and(inArray(mailMessages.senderId, userIds), mailMessages.outside, eq(mailMessages.status, 'waiting')),
    )
  const openInvitations = tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(inArray(invitations.invitedBy, userIds), eq(invitations.status, 'open')))
    // The order is that in which everybody locks invitations.
    .orderBy(asc(invitations.id))
    .for('update')
  const withdrawn = await tx
    .update(invitations)
    .set({ status: 'withdrawn' })
    .where(inArray(invitations.id, openInvitations))
    .returning({ id: invitations.id, email: invitations.email })
  return withdrawn.map(({ id, email }) => ({
    event: 'invitation_withdrawn',
    subjectEmail: email,
    details: { invitationId: id },
  }))
}
