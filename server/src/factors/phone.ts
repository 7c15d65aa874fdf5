import { phoneText } from '@deedbox/contract/phone.ts'
import { and, eq } from 'drizzle-orm'
import { pendingCode, tryCode } from '../accounts/codes.ts'
import { getSignInPhone } from '../accounts/sign-in-phone.ts'
import { countSmsRequest, needSms, sendSmsCode } from '../accounts/sms-codes.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { factors } from '../db/tables/sign-in.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { refuseMany } from './enrol.ts'

/** A phone number as a second factor, as stored. */
type PhoneFactor = { id: string; phone: string | null }

const codeOf = ({ id, phone }: PhoneFactor) => ({
  purpose: 'phone-factor' as const,
  phone: phone ?? '',
  about: id,
})

/**
 * A phone number of the actor's, which counts as a second factor once a code sent to it was entered.
 * @throws Refusal sms-unavailable, factors-full, phone-is-factor for the number they sign in with, or have as a factor.
 */
export async function enrolPhone(
  services: Services,
  ctx: Acting<WriteCtx>,
  { name, phone }: { name: string; phone: string },
): Promise<{ id: string; name: string }> {
  needSms(services)
  await refuseMany(ctx)
  const same = and(eq(factors.userId, ctx.actor.id), eq(factors.phone, phone))
  const { phone: signsIn } = await getSignInPhone(ctx)
  if (signsIn === phone || (await ctx.tx.$count(factors, same)) > 0) throw new Refusal('phone-is-factor')
  const row = { id: crypto.randomUUID(), name: name || phoneText(phone) }
  await ctx.tx
    .insert(factors)
    .values({ ...row, userId: ctx.actor.id, kind: 'phone', phone, createdAt: ctx.now })
  return row
}

/** Sends a code to a phone number that is a factor. @throws Refusal sms-unavailable, sms-limit, too-many-requests, sms-failed. */
export async function sendFactorCode(
  services: Services,
  { ip }: { ip: string | null },
  factor: PhoneFactor,
): Promise<void> {
  needSms(services)
  await services.contexts.work((ctx) => countSmsRequest({ ...ctx, ip }, factor.phone ?? ''))
  await sendSmsCode(services, codeOf(factor))
}

/** Uses a code that was sent to a phone number; false if it is wrong or over. The caller has locked the attempts. */
export async function verifyPhoneCode(
  { auth }: Pick<Services, 'auth'>,
  ctx: WriteCtx,
  factor: PhoneFactor,
  code: string,
): Promise<boolean> {
  const which = codeOf(factor)
  const pending = await pendingCode(ctx, which).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  return pending !== null && tryCode(ctx, auth.secret, which, code, pending)
}
