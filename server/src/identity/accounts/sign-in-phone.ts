import { limits } from '@deedbox/contract/limits.ts'
import { phoneText } from '@deedbox/contract/phone.ts'
import type * as contract from '@deedbox/contract/phone-sign-in.ts'
import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { profiles, verifications } from '../../db/tables/accounts.ts'
import { factors } from '../../db/tables/sign-in.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, Caller, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { pendingCode, tryCode } from './codes.ts'
import { countFailure, lockAttempts, refuseLocked } from './lockout.ts'
import { personOfPhone } from './phone-sign-in.ts'
import { securityNotice } from './security-notice.ts'
import { countSmsRequest, needSms, sendSmsCode } from './sms-codes.ts'

/** Parts of a call that this needs, through whichever door it came. */
type Asking = {
  caller: Caller
  actor: Person
  transact: <T>(fn: (ctx: WriteCtx) => Promise<T>) => Promise<T>
}
type Person = Pick<Actor, 'id' | 'email' | 'name' | 'firstName'>

const changeCode = (person: Pick<Person, 'id'>, phone: string) => ({
  purpose: 'phone-change' as const,
  phone,
  about: person.id,
})

/** Returns the number that the actor signs in with. */
export async function getSignInPhone(ctx: Acting<ReadCtx>): Promise<Answer<typeof contract.getSignInPhone>> {
  const [row] = await ctx.tx
    .select({ phone: profiles.signInPhone })
    .from(profiles)
    .where(eq(profiles.id, ctx.actor.id))
  return { phone: row?.phone ?? null }
}

const changing = (phone: string) => `phone-change to ${phone}`

/** Finds the person who asked last to sign in with a number, for clients that send the code without a session. */
export async function whoChangesTo({ tx, now }: ReadCtx, phone: string): Promise<Person | undefined> {
  const [asked] = await tx
    .select({ person: profiles })
    .from(verifications)
    .innerJoin(profiles, eq(sql`'by ' || ${profiles.id}`, verifications.value))
    .where(and(eq(verifications.identifier, changing(phone)), gt(verifications.expiresAt, now)))
    .orderBy(desc(verifications.createdAt))
    .limit(1)
  return asked?.person
}

/**
 * Sends a code to a number that the actor wants to sign in with. Only its holder learns, at the end, whether somebody else signs in with it
 * already.
 * @throws Refusal sms-unavailable, phone-same, phone-is-factor, too-many-requests, sms-limit, sms-failed.
 */
export async function requestSignInPhone(
  services: Services,
  { actor, transact }: Asking,
  phone: string,
): Promise<Answer<typeof contract.requestSignInPhone>> {
  needSms(services)
  await transact(async (ctx) => {
    if ((await personOfPhone(ctx, phone))?.id === actor.id) throw new Refusal('phone-same')
    await refuseFactorPhone(ctx, actor.id, phone)
    await countSmsRequest(ctx, phone)
    await ctx.tx.insert(verifications).values({
      identifier: changing(phone),
      value: `by ${actor.id}`,
      expiresAt: new Date(ctx.now.getTime() + limits.code.livesMs),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await ctx.audit({ event: 'verification_code_sent', subjectEmail: actor.email, details: { phone } })
  })
  const { expiresAt } = await sendSmsCode(services, changeCode(actor, phone))
  return { expiresAt: expiresAt.toISOString() }
}

/**
 * Lets the actor sign in with this number from now on, and tells them by email. Wrong codes count like wrong passwords.
 * @throws Refusal login-locked, no-pending-code, code-expired, code-dead, verification-failed, phone-taken.
 */
export async function confirmSignInPhone(
  services: Services,
  { actor, caller, transact }: Asking,
  { phone, code }: { phone: string; code: string },
): Promise<Answer<typeof contract.confirmSignInPhone>> {
  const which = changeCode(actor, phone)
  const attempt = { email: actor.email, ip: caller.ip }
  const changed = await transact(async (ctx) => {
    await lockAttempts(ctx, attempt)
    await refuseLocked(ctx, attempt)
    await advisoryLock(ctx, `phone ${phone}`)
    const pending = await pendingCode(ctx, which)
    if (!(await tryCode(ctx, services.auth.secret, which, code, pending))) {
      await countFailure(ctx, attempt, 'phone code')
      return false
    }
    if ((await personOfPhone(ctx, phone))?.id !== undefined) throw new Refusal('phone-taken')
    await refuseFactorPhone(ctx, actor.id, phone)
    await setPhone(services, ctx, actor, phone)
    return true
  })
  if (!changed) throw new Refusal('verification-failed')
  return { phone }
}

/**
 * Refuses a number that is the second factor of the account: it is never also the way in (ADR 27). Called where a number becomes either,
 * not only where that begins: both may have begun. @throws Refusal phone-is-factor.
 */
async function refuseFactorPhone({ tx }: ReadCtx, userId: string, phone: string): Promise<void> {
  const factor = and(eq(factors.userId, userId), eq(factors.phone, phone), isNotNull(factors.verifiedAt))
  if ((await tx.$count(factors, factor)) > 0) throw new Refusal('phone-is-factor')
}

/** Refuses the number with which the actor signs in, where it becomes a factor. @throws Refusal phone-is-factor. */
export async function refuseSignInPhone(ctx: Acting<ReadCtx>, phone: string | null): Promise<void> {
  if (phone !== null && (await getSignInPhone(ctx)).phone === phone) throw new Refusal('phone-is-factor')
}

/** Removes the number with which the actor signs in, and tells them by email. @throws Refusal not-found if they did not. */
export async function removeSignInPhone(
  services: Services,
  ctx: Acting<WriteCtx>,
): Promise<Answer<typeof contract.removeSignInPhone>> {
  if ((await getSignInPhone(ctx)).phone === null) throw new Refusal('not-found')
  await setPhone(services, ctx, ctx.actor, null)
  return { phone: null }
}

async function setPhone(
  { mail }: Services,
  ctx: WriteCtx,
  actor: Person,
  phone: string | null,
): Promise<void> {
  await ctx.tx
    .update(profiles)
    .set({ signInPhone: phone, updatedAt: ctx.now })
    .where(eq(profiles.id, actor.id))
  await ctx.audit({ event: 'sign_in_phone_changed', actor, subjectEmail: actor.email, details: { phone } })
  const title = phone
    ? 'The phone number that you sign in with was changed'
    : 'The phone number that you sign in with was removed'
  await securityNotice(mail, ctx, actor, {
    title,
    lines: phone ? [`The number is now ${phoneText(phone)}.`] : [],
  })
}
