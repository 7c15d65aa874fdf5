import type * as contract from '@deedbox/contract/profile.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { invitations, profiles, sessions, verifications } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import {
  type CodeFor,
  countTry,
  forgetCode,
  isRight,
  issueCode,
  pendingCode,
  spend,
} from '../accounts/codes.ts'
import { countFailure, lockAttempts, refuseLocked } from '../accounts/lockout.ts'
import { lockPerson } from '../accounts/managing.ts'
import { accountExists } from '../accounts/new-account.ts'
import { withPassword } from '../accounts/own-password.ts'
import { securityNotice } from '../accounts/security-notice.ts'
import { sessionUser } from '../accounts/session-user.ts'
import { emailChangeCode } from './email-change-code.mail.tsx'
import { emailChanged } from './email-changed.mail.tsx'
import { follow } from './follow.ts'

/** Returns the codes for both addresses; each is valid only for this person and this change. */
export const changeCodesFor = ({ id, email }: Pick<Actor, 'id' | 'email'>, to: string) => ({
  current: { purpose: 'change-email-from', email, about: `${id} ${to}` } satisfies CodeFor,
  next: { purpose: 'change-email-to', email: to, about: id } satisfies CodeFor,
})

/**
 * Mails a code to the actor's address and another one to the new address.
 * @throws Refusal email-same, user-exists, password-wrong, login-locked, too-many-requests, verification-mail-failed.
 */
export async function requestEmailChange(
  services: Services,
  raw: Raw<typeof contract.requestEmailChange>,
  { body: { email, password } }: Input<typeof contract.requestEmailChange>,
): Promise<Answer<typeof contract.requestEmailChange>> {
  const expiresAt = await mailChangeCodes(services, raw.actor, email, (work) =>
    withPassword(services, raw, password, work),
  )
  return { expiresAt: expiresAt.toISOString() }
}

/**
 * Mails the codes for a change to this email; `transact` runs a transaction for somebody who has proved who they are.
 * Answers until when they are valid. @throws Refusal email-same, user-exists, too-many-requests, verification-mail-failed.
 */
export async function mailChangeCodes(
  { auth, contexts, mail }: Services,
  actor: Actor,
  email: string,
  transact: <T>(work: (ctx: Acting<WriteCtx>) => Promise<T>) => Promise<T>,
): Promise<Date> {
  if (email === actor.email) throw new Refusal('email-same')
  const issued = await transact(async (ctx) => {
    if (await accountExists(ctx, email)) throw new Refusal('user-exists')
    await advisoryLock(ctx, `email ${email}`)
    const codes = changeCodesFor(ctx.actor, email)
    const current = await issueCode(ctx, auth.secret, codes.current)
    const next = await issueCode(ctx, auth.secret, codes.next)
    await ctx.audit({ event: 'email_change_requested', subjectEmail: email })
    return { current, next }
  })
  try {
    const { firstName } = actor
    const { current, next } = issued
    await mail.sendNow(emailChangeCode, actor.email, { code: current.code, firstName, to: email })
    await mail.sendNow(emailChangeCode, email, { code: next.code, firstName: '', to: null })
  } catch (cause) {
    await contexts.work(async (ctx) => {
      await forgetCode(ctx, issued.current.id)
      await forgetCode(ctx, issued.next.id)
    })
    throw new Refusal('verification-mail-failed', { cause })
  }
  return issued.next.expiresAt
}

/**
 * Changes the actor's email with both codes. Everything that is theirs follows, their other sessions end, and both
 * addresses are told.
 * @throws Refusal user-exists, login-locked, no-pending-code, code-expired, code-dead, verification-failed at the code that is wrong.
 */
export async function confirmEmailChange(
  { auth, mail }: Services,
  raw: Raw<typeof contract.confirmEmailChange>,
  { body: { email, currentCode, newCode } }: Input<typeof contract.confirmEmailChange>,
): Promise<Answer<typeof contract.confirmEmailChange>> {
  const outcome = await raw.transact(async (ctx) => {
    if (await accountExists(ctx, email)) throw new Refusal('user-exists')
    await advisoryLock(ctx, `email ${ctx.actor.email}`)
    await advisoryLock(ctx, `email ${email}`)
    if (await accountExists(ctx, email)) throw new Refusal('user-exists')
    const attempt = { email: ctx.actor.email, ip: ctx.ip }
    await lockAttempts(ctx, attempt)
    await refuseLocked(ctx, attempt)
    const codes = changeCodesFor(ctx.actor, email)
    const current = await pendingCode(ctx, codes.current)
    const next = await pendingCode(ctx, codes.next)
    const wrong = [
      ...(isRight(auth.secret, codes.current, currentCode, current) ? [] : ['currentCode']),
      ...(isRight(auth.secret, codes.next, newCode, next) ? [] : ['newCode']),
    ]
    if (wrong.length > 0) {
      if (wrong.includes('currentCode')) await countTry(ctx, current)
      if (wrong.includes('newCode')) await countTry(ctx, next)
      await ctx.audit({ event: 'email_change_refused', subjectEmail: email })
      await countFailure(ctx, attempt, 'email change')
      return { wrong }
    }
    await moveToEmail(mail, ctx, email)
    return { user: sessionUser({ ...ctx.actor, email }) }
  })
  if (outcome.user) return { user: outcome.user }
  const refusal = new Refusal('verification-failed')
  throw new Refusal('verification-failed', {
    fields: Object.fromEntries(outcome.wrong.map((field) => [field, refusal.message])),
  })
}

/** Changes the email of a person who proved to read the mail of both addresses, and tells both. */
export async function moveToEmail(
  mail: Services['mail'],
  ctx: Acting<WriteCtx>,
  email: string,
): Promise<void> {
  const codes = changeCodesFor(ctx.actor, email)
  await spend(ctx, codes.current)
  await spend(ctx, codes.next)
  await changeEmail(ctx, email)
  const { firstName } = ctx.actor
  await mail.enqueue(ctx, emailChanged, ctx.actor.email, { firstName, to: email })
  await securityNotice(
    mail,
    ctx,
    { email, firstName },
    {
      title: 'This is now the email of your account',
      lines: [`It was ${ctx.actor.email}. That address was told too.`],
    },
  )
}

async function changeEmail(ctx: Acting<WriteCtx>, email: string): Promise<void> {
  const before = await lockPerson(ctx, ctx.actor.id)
  await joinAccess(ctx, before.email, email)
  await withdrawInvitations(ctx, email)
  await ctx.tx.update(profiles).set({ email, updatedAt: ctx.now }).where(eq(profiles.id, before.id))
  await follow(ctx, before, { ...before, email })
  const others = and(eq(sessions.userId, before.id), ne(sessions.id, ctx.actor.sessionId))
  await ctx.tx.delete(sessions).where(others)
  // A reset link at the former address must not open the account.
  await ctx.tx.delete(verifications).where(eq(verifications.value, before.id))
  const details = { from: before.email, to: email }
  await ctx.audit({ event: 'email_changed', subjectEmail: email, details })
}

/**
 * Access given to the new email before it had an account becomes the person's. Where they have access to the same
 * document already, the one that lasts longer stays as it was given; and owners need none.
 */
async function joinAccess(ctx: Acting<WriteCtx>, from: string, to: string): Promise<void> {
  const end = (of: string) => sql.raw(`least(${of}.expires_at, ${of}.auto_revoke_date)`)
  const needless = sql`
    select case when ${end('waiting')} > ${end('mine')}
      or (${end('waiting')} = ${end('mine')} and waiting.access_level = 'download') then mine.id else waiting.id end
    from document_access mine join document_access waiting on waiting.document_id = mine.document_id
    where mine.user_email = ${from} and mine.status = 'active'
      and waiting.user_email = ${to} and waiting.status = 'active'
    union select waiting.id from document_access waiting join ${documents} on ${documents.id} = waiting.document_id
    where waiting.user_email = ${to} and waiting.status = 'active' and ${documents.ownerId} = ${ctx.actor.id}`
  const ended = await ctx.tx
    .update(documentAccess)
    .set({ status: 'revoked' })
    .where(sql`${documentAccess.id} in (${needless})`)
    .returning()
  await ctx.audit(
    ...ended.map(({ id, documentId, userEmail }) => ({
      event: 'revoked' as const,
      documentId,
      accessId: id,
      subjectEmail: userEmail,
      details: { emailChanged: { from, to } },
    })),
  )
}

/** Withdraws the invitations to the new email: it has an account now, so nobody can accept one. */
async function withdrawInvitations(ctx: WriteCtx, email: string): Promise<void> {
  const withdrawn = await ctx.tx
    .update(invitations)
    .set({ status: 'withdrawn' })
    .where(and(eq(invitations.email, email), eq(invitations.status, 'open')))
    .returning({ id: invitations.id })
  await ctx.audit(
    ...withdrawn.map(({ id }) => ({
      event: 'invitation_withdrawn' as const,
      subjectEmail: email,
      details: { invitationId: id },
    })),
  )
}
