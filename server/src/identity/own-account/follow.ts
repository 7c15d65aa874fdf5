import { mailKindNames } from '@deedbox/contract/mail-kinds.ts'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { invitations } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { matterShares } from '../../db/tables/matters.ts'
import { accessRequests, ownerContactRequests, sentNotices } from '../../db/tables/requests.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'

type Named = { id: string; email: string; name: string }

/**
 * Brings a person's new name and email to everything that is theirs: documents, access, requests, invitations. One
 * statement for each table, with the locks in the usual order. What they did under their former name (who granted, who
 * decided, the audit trail) stays as it was. Access given to the new email before it had an account becomes theirs.
 */
export async function follow({ tx }: WriteCtx, before: Named, { email, name }: Named): Promise<void> {
  const { id } = before
  await tx
    .update(accessRequests)
    .set({ requesterEmail: email, requesterName: name })
    .where(eq(accessRequests.requesterId, id))
  const asked = ownerContactRequests
  const sent = eq(asked.requesterUserId, id)
  await tx
    .update(asked)
    .set({
      requesterEmail: when(sent, email, asked.requesterEmail),
      requesterName: when(sent, name, asked.requesterName),
      ownerEmail: when(eq(asked.ownerEmail, before.email), email, asked.ownerEmail),
      claimedByName: when(eq(asked.claimedBy, id), name, asked.claimedByName),
    })
    .where(or(sent, eq(asked.ownerEmail, before.email), eq(asked.claimedBy, id)))
  const owned = eq(documents.ownerId, id)
  await tx.select({ id: documents.id }).from(documents).where(owned).orderBy(asc(documents.id)).for('update')
  await tx.update(documents).set({ ownerName: name, ownerEmail: email }).where(owned)
  await tx
    .update(documentAccess)
    .set({ userId: id, userEmail: email, userName: name })
    .where(inArray(documentAccess.userEmail, [before.email, email]))
  await tx.update(matterShares).set({ userEmail: email }).where(eq(matterShares.userEmail, before.email))
  // The key of a notice to the person who has access: without it they would be told of the same end again.
  await tx
    .update(sentNotices)
    .set({ recipient: email })
    .where(
      and(
        inArray(sentNotices.kind, mailKindNames),
        eq(sentNotices.recipient, before.email),
        inArray(
          sentNotices.subjectId,
          tx
            .select({ id: documentAccess.id })
            .from(documentAccess)
            .where(eq(documentAccess.userEmail, email)),
        ),
      ),
    )
  await tx
    .update(invitations)
    .set({ invitedByName: name })
    .where(and(eq(invitations.invitedBy, id), eq(invitations.status, 'open')))
}

const when = (condition: SQL, value: string, otherwise: unknown): SQL =>
  sql`case when ${condition} then ${value} else ${otherwise} end`
