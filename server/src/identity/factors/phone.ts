import { phoneText } from '@deedbox/contract/phone.ts'
import { and, eq } from 'drizzle-orm'
import { factors } from '../../db/tables/sign-in.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { refuseSignInPhone } from '../accounts/sign-in-phone.ts'
import { needSms } from '../accounts/sms-codes.ts'
import { refuseMany } from './enrol.ts'

/**
 * Adds a phone number of the actor's, which counts as a second factor once a code sent to it was entered.
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
  await refuseSignInPhone(ctx, phone)
  if ((await ctx.tx.$count(factors, same)) > 0) throw new Refusal('phone-is-factor')
  const row = { id: crypto.randomUUID(), name: name || phoneText(phone) }
  await ctx.tx
    .insert(factors)
    .values({ ...row, userId: ctx.actor.id, kind: 'phone', phone, createdAt: ctx.now })
  return row
}
