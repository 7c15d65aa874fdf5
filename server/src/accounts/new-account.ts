import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { ReadCtx, WriteCtx } from '../context/context.ts'
import { invitations, profiles } from '../db/tables/accounts.ts'
import { documentAccess } from '../db/tables/documents.ts'
import type { AuthContext } from './auth.ts'

export type NewPerson = { email: string; firstName: string; lastName: string; role: string }

/** The invitation of an e-mail that is neither accepted, withdrawn nor expired, newest first. */
export const openInvitation = (ctx: ReadCtx, email: string) =>
  ctx.tx
    .select()
    .from(invitations)
    .where(
      and(eq(invitations.email, email), eq(invitations.status, 'open'), gt(invitations.expiresAt, ctx.now)),
    )
    .orderBy(desc(invitations.createdAt))
    .limit(1)

export async function accountExists(ctx: ReadCtx, email: string): Promise<boolean> {
  const found = await ctx.tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email))
  return found.length > 0
}

/**
 * The account of a person whose e-mail is proved (decisions, section 2). An open invitation decides the role and is
 * accepted; grants that were made to the e-mail become theirs; a trustee whom nobody invited awaits confirmation.
 * `passwordHash` is null for somebody who signs in by a provider. The caller holds the e-mail's turn and has looked
 * that there is no account.
 */
export async function createAccount(
  ctx: WriteCtx,
  library: AuthContext,
  { email, firstName, lastName, role }: NewPerson,
  passwordHash: string | null,
) {
  const [invitation] = await openInvitation(ctx, email).for('update')
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const person = {
    id: crypto.randomUUID(),
    email,
    name: `${firstName} ${lastName}`.trim(),
    role: invitation?.role ?? role,
  }
  await ctx.tx.insert(profiles).values({
    ...person,
    ...times,
    firstName,
    lastName,
    emailVerified: true,
    confirmedAt: person.role === 'trustee' && !invitation ? null : ctx.now,
    organizationId: invitation?.organizationId ?? null,
    professionalType: invitation?.professionalType ?? null,
    accessExpiresAt: invitation?.accessExpiresAt ?? null,
  })
  if (passwordHash !== null) {
    await library.internalAdapter.createAccount({
      userId: person.id,
      accountId: person.id,
      providerId: 'credential',
      password: passwordHash,
      ...times,
    })
  }
  if (invitation) {
    const accepted = { status: 'accepted' as const }
    await ctx.tx.update(invitations).set(accepted).where(eq(invitations.id, invitation.id))
  }
  const grants = await ctx.tx
    .update(documentAccess)
    .set({ userId: person.id, userName: person.name })
    .where(and(eq(documentAccess.userEmail, email), isNull(documentAccess.userId)))
    .returning({ id: documentAccess.id })
  await ctx.audit({
    event: 'account_created',
    actor: person,
    subjectEmail: email,
    details: {
      role: person.role,
      ...(invitation && { invitationId: invitation.id }),
      ...(grants.length > 0 && { grants: grants.map(({ id }) => id) }),
    },
  })
  return person
}
