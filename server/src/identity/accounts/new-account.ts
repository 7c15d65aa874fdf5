import { and, desc, eq, gt, isNull, not, or, type SQL } from 'drizzle-orm'
import { invitations, profiles } from '../../db/tables/accounts.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { isDeactivated } from '../../kernel/context/deactivated.ts'
import { sharedAdvisoryLock } from '../../kernel/context/lock.ts'
import { administrators } from '../../kernel/mail/administrators.ts'
import { tellAdministrators } from '../../kernel/mail/newly-trusted.ts'
import { wanting } from '../../kernel/mail/wants.ts'
import type { Services } from '../../kernel/services.ts'
import type { AuthContext } from './auth.ts'
import { guestEnd } from './guest-end.ts'
import { trusteeWaiting } from './trustee-waiting.mail.tsx'

export type NewPerson = {
  /** Id, where it was given out before the account is made. */
  id?: string
  email: string
  firstName: string
  lastName: string
  role: string
  /** They come through a provider whose domain counts as an invitation to its organisation (null: the deployment’s). */
  joins?: { organizationId: string | null }
}

/**
 * Returns the condition for an open invitation: not used, withdrawn, replaced or expired, the access that it offers has not ended, and its
 * organisation is not deactivated.
 */
export const isOpen = (now: Date): SQL | undefined =>
  and(
    eq(invitations.status, 'open'),
    gt(invitations.expiresAt, now),
    or(isNull(invitations.accessExpiresAt), gt(invitations.accessExpiresAt, now)),
    not(isDeactivated(invitations.organizationId)),
  )

/** Finds the newest open invitation of an email. */
export const openInvitation = (ctx: ReadCtx, email: string) =>
  ctx.tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, email), isOpen(ctx.now)))
    .orderBy(desc(invitations.createdAt))
    .limit(1)

export async function accountExists(ctx: ReadCtx, email: string): Promise<boolean> {
  const found = await ctx.tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email))
  return found.length > 0
}

/**
 * Creates the account of a person with a verified email (decisions, section 2). An open invitation decides the role and
 * is accepted; grants to the email become theirs; a trustee without an invitation waits for confirmation, and the
 * administrators are notified. `passwordHash` is null for people who sign in through a provider. The caller holds the
 * lock of the email and has checked that there is no account.
 */
export async function createAccount(
  { mail }: Pick<Services, 'mail'>,
  ctx: WriteCtx,
  library: AuthContext,
  { id = crypto.randomUUID(), email, firstName, lastName, role, joins }: NewPerson,
  passwordHash: string | null,
) {
  // An import checks many emails at once.
  await sharedAdvisoryLock(ctx, 'invitations')
  const [invitation] = await openInvitation(ctx, email).for('update')
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const person = {
    id,
    email,
    name: `${firstName} ${lastName}`.trim(),
    role: invitation?.role ?? role,
  }
  const waits = person.role === 'trustee' && !invitation && !joins
  await ctx.tx.insert(profiles).values({
    ...person,
    ...times,
    firstName,
    lastName,
    emailVerified: true,
    factorGraceFrom: ctx.now,
    confirmedAt: waits ? null : ctx.now,
    organizationId: invitation?.organizationId ?? joins?.organizationId ?? null,
    professionalType: invitation?.professionalType ?? null,
    state: invitation?.state ?? '',
    accessExpiresAt: person.role === 'guest' ? (invitation?.accessExpiresAt ?? guestEnd(null, ctx)) : null,
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
  if (!waits) await tellAdministrators(mail, ctx, 'joined', [person])
  if (waits) {
    const told = await wanting(ctx, 'newTrustees', await administrators(ctx))
    const notifications = told.map((to) => ({
      to,
      data: { name: person.name, email },
    }))
    await mail.enqueueAll(ctx, trusteeWaiting, notifications)
  }
  return person
}
