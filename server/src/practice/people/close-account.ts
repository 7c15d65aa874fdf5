import type * as contract from '@deedbox/contract/profile.ts'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests, ownerContactRequests } from '../../db/tables/requests.ts'
import { lockPerson } from '../../identity/accounts/managing.ts'
import { withPassword } from '../../identity/accounts/own-password.ts'
import { clearCookie } from '../../identity/accounts/sessions.ts'
import { accountClosed } from '../../identity/own-account/account-closed.mail.tsx'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { refuseHeld } from '../../policy/holds.ts'
import { shutOut } from './shut-out.ts'

/** Returns what keeps the actor from closing their account. */
export async function getClosing(ctx: Acting<ReadCtx>): Promise<Answer<typeof contract.getClosing>> {
  const { tx, actor } = ctx
  const theirs = and(eq(documents.ownerId, actor.id), isNull(documents.deletedAt))
  return {
    documents: await tx.$count(documents, theirs),
    lastAdministrator: await isLastAdministrator(ctx),
  }
}

const isLastAdministrator = async ({ tx, actor }: Acting<ReadCtx>): Promise<boolean> => {
  if (actor.role !== 'admin') return false
  const others = and(eq(profiles.role, 'admin'), isNull(profiles.deactivatedAt), ne(profiles.id, actor.id))
  return (await tx.$count(profiles, others)) === 0
}

/**
 * Closes the actor's account: ends every session and every access of theirs, withdraws their requests and invitations,
 * and mails a confirmation. The record stays, and with it the access that they gave to others.
 * @throws Refusal password-wrong, login-locked, last-administrator, owns-documents, hold-keeps-person.
 */
export async function closeAccount(
  services: Services,
  raw: Raw<typeof contract.closeAccount>,
  { body }: Input<typeof contract.closeAccount>,
): Promise<Answer<typeof contract.closeAccount>> {
  await withPassword(services, raw, body.password, (ctx) => close(services, ctx))
  await clearCookie(services.auth, raw.reply)
  return { success: true }
}

async function close({ mail }: Pick<Services, 'mail'>, ctx: Acting<WriteCtx>): Promise<void> {
  const { tx, actor } = ctx
  await advisoryLock(ctx, 'administrators')
  const ended = [...(await withdrawRequests(ctx)), ...(await withdrawOwnerRequests(ctx))]
  await lockPerson(ctx, actor.id)
  await refuseHeld(ctx, 'close-account', [actor.id])
  const closing = await getClosing(ctx)
  if (closing.lastAdministrator) throw new Refusal('last-administrator')
  if (closing.documents > 0) throw new Refusal('owns-documents')
  ended.push(...(await endAccess(ctx)), ...(await shutOut(ctx, [actor.id])))
  const closed = { closedAt: ctx.now, deactivatedAt: ctx.now, updatedAt: ctx.now, signInPhone: null }
  await tx.update(profiles).set(closed).where(eq(profiles.id, actor.id))
  await ctx.audit({ event: 'account_closed', subjectEmail: actor.email }, ...ended)
  await mail.enqueue(ctx, accountClosed, actor.email, { firstName: actor.firstName })
}

async function endAccess({ tx, actor }: Acting<WriteCtx>): Promise<AuditEntry[]> {
  const grants = await tx
    .update(documentAccess)
    .set({ status: 'revoked' })
    .where(and(eq(documentAccess.userEmail, actor.email), eq(documentAccess.status, 'active')))
    .returning({ id: documentAccess.id, documentId: documentAccess.documentId })
  return grants.map(({ id, documentId }) => ({
    event: 'access_removed',
    documentId,
    accessId: id,
    subjectEmail: actor.email,
  }))
}

async function withdrawRequests({ tx, actor }: Acting<WriteCtx>): Promise<AuditEntry[]> {
  const requests = await tx
    .update(accessRequests)
    .set({ status: 'withdrawn' })
    .where(and(eq(accessRequests.requesterId, actor.id), eq(accessRequests.status, 'pending')))
    .returning()
  return requests.map(({ id, documentId, accessId }) => ({
    event: 'request_withdrawn',
    documentId: documentId ?? undefined,
    accessId: accessId ?? undefined,
    details: { requestId: id },
  }))
}

/** Withdraws the requests to owners that they sent, and gives back those that they claimed, so that others can. */
async function withdrawOwnerRequests({ tx, actor, now }: Acting<WriteCtx>): Promise<AuditEntry[]> {
  const asked = ownerContactRequests
  const unclaimed = { claimedBy: null, claimedByName: null, claimedAt: null }
  const released = await tx
    .update(asked)
    .set({ status: 'pending', ...unclaimed })
    .where(and(eq(asked.claimedBy, actor.id), eq(asked.status, 'claimed')))
    .returning()
  const withdrawn = await tx
    .update(asked)
    .set({ status: 'withdrawn', withdrawnAt: now })
    .where(
      and(eq(asked.requesterUserId, actor.id), ne(asked.status, 'fulfilled'), ne(asked.status, 'withdrawn')),
    )
    .returning()
  const entry = (
    event: 'owner_request_released' | 'owner_request_withdrawn',
    { id, requesterEmail }: { id: string; requesterEmail: string },
  ) => ({
    event,
    subjectEmail: requesterEmail,
    details: { ownerRequestId: id },
  })
  return [
    ...released.map((row) => entry('owner_request_released', row)),
    ...withdrawn.map((row) => entry('owner_request_withdrawn', row)),
  ]
}
