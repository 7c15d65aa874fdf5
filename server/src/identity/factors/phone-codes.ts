import type * as contract from '@deedbox/contract/factors.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { factors } from '../../db/tables/sign-in.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { pendingCode, tryCode } from '../accounts/codes.ts'
import { lockAttempts, refuseLocked } from '../accounts/lockout.ts'
import { countSmsRequest, needSms, sendSmsCode } from '../accounts/sms-codes.ts'

/** A phone number as a second factor, as stored. */
type PhoneFactor = { id: string; phone: string | null }

const codeOf = ({ id, phone }: PhoneFactor) => ({
  purpose: 'phone-factor' as const,
  phone: phone ?? '',
  about: id,
})

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

/**
 * Texts a code to every phone number that is a factor of the actor's: which of them is at hand, only they know.
 * @throws Refusal factor-none, login-locked, and as `sendFactorCode` if no number could be reached.
 */
export async function sendFactorCodes(
  services: Services,
  { actor, caller, transact }: Raw<typeof contract.sendFactorCode>,
): Promise<Answer<typeof contract.sendFactorCode>> {
  needSms(services)
  const phones = await transact(async (ctx) => {
    const attempt = { email: actor.email, ip: caller.ip }
    await lockAttempts(ctx, attempt)
    await refuseLocked(ctx, attempt)
    const own = and(eq(factors.userId, actor.id), eq(factors.kind, 'phone'), isNotNull(factors.verifiedAt))
    const rows = await ctx.tx.select().from(factors).where(own)
    if (rows.length === 0) throw new Refusal('factor-none')
    await ctx.audit({ event: 'verification_code_sent', actor, subjectEmail: actor.email })
    return rows
  })
  const sent = await Promise.allSettled(phones.map((phone) => sendFactorCode(services, caller, phone)))
  const [first] = sent
  if (first?.status === 'rejected' && sent.every(({ status }) => status === 'rejected')) throw first.reason
  return { success: true }
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
  if (pending === null || !(await tryCode(ctx, auth.secret, which, code, pending))) return false
  await ctx.tx.update(factors).set({ lastUsedAt: ctx.now }).where(eq(factors.id, factor.id))
  return true
}
