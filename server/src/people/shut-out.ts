import { and, eq } from 'drizzle-orm'
import type { AuditEntry } from '../audit/record.ts'
import type { WriteCtx } from '../context/context.ts'
import { invitations, sessions } from '../db/tables/accounts.ts'
import { mailMessages } from '../db/tables/mail.ts'

/**
 * Ends what a person without an active account must not leave behind: their sessions, their open invitations and their
 * unsent messages to strangers. Returns the audit entries.
 */
export async function shutOut({ tx }: WriteCtx, userId: string): Promise<AuditEntry[]> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await tx
    .update(mailMessages)
    .set({ status: 'failed' })
    .where(and(eq(mailMessages.senderId, userId), mailMessages.outside, eq(mailMessages.status, 'waiting')))
  const withdrawn = await tx
    .update(invitations)
    .set({ status: 'withdrawn' })
    .where(and(eq(invitations.invitedBy, userId), eq(invitations.status, 'open')))
    .returning({ id: invitations.id, email: invitations.email })
  return withdrawn.map(({ id, email }) => ({
    event: 'invitation_withdrawn',
    subjectEmail: email,
    details: { invitationId: id },
  }))
}
