import { daysAfter, daysBefore } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, gt } from 'drizzle-orm'
import { verifications } from '../../db/tables/accounts.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Services } from '../../kernel/services.ts'
import { networkOf } from '../../platform/address.ts'
import { Refusal } from '../../platform/errors.ts'
import { codeSms } from './code-sms.mail.tsx'
import { type CodeFor, forgetCode, issueCode } from './codes.ts'

const { number, network, all } = limits.smsADay
const everybody = 'text messages'

type SmsCodeFor = Extract<CodeFor, { phone: string }>

/** @throws Refusal sms-unavailable where no text messages are configured. */
export function needSms({ config }: Pick<Services, 'config'>): void {
  if (!config.sms) throw new Refusal('sms-unavailable')
}

/**
 * Counts a request for a code, whether or not one is sent: by its number and by where it comes from.
 * @throws Refusal sms-limit when there were too many within a day, also of everybody together.
 */
export async function countSmsRequest(ctx: WriteCtx, phone: string): Promise<void> {
  await advisoryLock(ctx, everybody)
  await refuseOver(ctx, everybody, all)
  await countOne(ctx, `${everybody} to ${phone}`, number)
  if (ctx.ip !== null) await countOne(ctx, `${everybody} from ${networkOf(ctx.ip)}`, network)
}

/**
 * Creates a code and sends it in a text message once it is stored, outside any transaction.
 * @throws Refusal too-many-requests, sms-limit, sms-failed.
 */
export async function sendSmsCode(
  { auth, contexts, mail }: Pick<Services, 'auth' | 'contexts' | 'mail'>,
  which: SmsCodeFor,
): Promise<{ expiresAt: Date }> {
  const { id, code, expiresAt } = await contexts.work(async (ctx) => {
    await advisoryLock(ctx, everybody)
    await countOne(ctx, everybody, all)
    return issueCode(ctx, auth.secret, which)
  })
  try {
    await mail.sendNow(codeSms, which.phone, { code, signIn: which.purpose !== 'phone-change' })
  } catch (cause) {
    await contexts.work((ctx) => forgetCode(ctx, id))
    throw new Refusal('sms-failed', { cause })
  }
  return { expiresAt }
}

async function countOne(ctx: WriteCtx, counted: string, most: number): Promise<void> {
  await refuseOver(ctx, counted, most)
  const expiresAt = daysAfter(ctx.now, 1)
  const times = { expiresAt, createdAt: ctx.now, updatedAt: ctx.now }
  await ctx.tx.insert(verifications).values({ identifier: counted, value: '', ...times })
}

async function refuseOver(ctx: ReadCtx, counted: string, most: number): Promise<void> {
  const since = gt(verifications.createdAt, daysBefore(ctx.now, 1))
  if ((await ctx.tx.$count(verifications, and(eq(verifications.identifier, counted), since))) >= most)
    throw new Refusal('sms-limit')
}
