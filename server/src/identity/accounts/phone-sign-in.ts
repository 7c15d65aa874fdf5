import type * as contract from '@deedbox/contract/phone-sign-in.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { Caller, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { pendingCode, tryCode } from './codes.ts'
import { countFailure, lockAttempts, refuseLocked } from './lockout.ts'
import { handOver, maySignIn, type Opened, openSession, type SignIn } from './sessions.ts'
import { countSmsRequest, needSms, sendSmsCode } from './sms-codes.ts'
import { refuseOtherWays } from './ways.ts'

/** The job that sends a code to sign in. */
export const phoneCodeJob = 'text-sign-in-code'

/** Parts of a call that this needs, through whichever door it came. */
type Asking = { caller: Caller; transact: <T>(fn: (ctx: WriteCtx) => Promise<T>) => Promise<T> }

const signInCode = (phone: string) => ({ purpose: 'phone-sign-in' as const, phone })

/** Finds the person who signs in with this number. */
export async function personOfPhone(ctx: ReadCtx, phone: string) {
  const [person] = await ctx.tx
    .select({ id: profiles.id, email: profiles.email, name: profiles.name })
    .from(profiles)
    .where(eq(profiles.signInPhone, phone))
  return person
}

/**
 * Requests a code to sign in. A job checks if somebody signs in with the number, so the response does not reveal it.
 * @throws Refusal sms-unavailable, sms-limit.
 */
export async function askForPhoneCode(services: Services, { transact }: Asking, phone: string) {
  needSms(services)
  await transact(async (ctx) => {
    await countSmsRequest(ctx, phone)
    await services.jobs.send(ctx.tx, phoneCodeJob, { phone })
    await ctx.audit({ event: 'sign_in_code_sent', actor: null, details: { phone } })
  })
}

/** Sends the code, if somebody signs in with this number. */
export async function textSignInCode(services: Services, phone: string): Promise<void> {
  const person = await services.contexts.work((ctx) => personOfPhone(ctx, phone))
  if (person) await sendSmsCode(services, signInCode(phone))
}

/**
 * Begins a session with a number and the code sent to it. Wrong ones count for the person like wrong passwords.
 * @throws Refusal login-locked; phone-code-invalid, the same for a wrong code, an unknown number and a person who is deactivated;
 * provider-required.
 */
export async function proveByPhone(
  services: Services,
  { caller, transact }: Asking,
  { phone, code }: { phone: string; code: string },
  kind: NonNullable<SignIn['kind']>,
): Promise<Opened> {
  const { auth } = services
  const opened = await transact(async (ctx) => {
    const person = await personOfPhone(ctx, phone)
    const attempt = { email: person?.email ?? phone, ip: caller.ip }
    await lockAttempts(ctx, attempt)
    await refuseLocked(ctx, attempt)
    const pending = await pendingCode(ctx, signInCode(phone)).catch(unusable)
    const right = pending && (await tryCode(ctx, auth.secret, signInCode(phone), code, pending))
    if (!right || !person || !(await maySignIn(ctx, person.id))) {
      await countFailure(ctx, attempt, 'phone code')
      return null
    }
    await refuseOtherWays(ctx, person.email)
    return openSession(ctx, services, person, { method: 'otp', kind })
  })
  if (!opened) throw new Refusal('phone-code-invalid')
  return opened
}

function unusable(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/** Serves the screen's call. @throws as `askForPhoneCode`. */
export async function requestPhoneCode(
  services: Services,
  raw: Raw<typeof contract.requestPhoneCode>,
  { body }: Input<typeof contract.requestPhoneCode>,
): Promise<Answer<typeof contract.requestPhoneCode>> {
  await askForPhoneCode(services, raw, body.phone)
  return { success: true }
}

/** Serves the screen's call. @throws as `proveByPhone`. */
export async function signInWithPhone(
  services: Services,
  raw: Raw<typeof contract.signInWithPhone>,
  { body }: Input<typeof contract.signInWithPhone>,
): Promise<Answer<typeof contract.signInWithPhone>> {
  return handOver(services, raw, await proveByPhone(services, raw, body, 'web'))
}
