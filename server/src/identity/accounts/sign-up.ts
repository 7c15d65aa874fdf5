import type * as contract from '@deedbox/contract/accounts.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { type CodeFor, forgetCode, issueCode, pendingCode, tryCode } from './codes.ts'
import { countFailure, lockAttempts, lockedMinutes, refuseLocked } from './lockout.ts'
import { createAccount, openInvitation } from './new-account.ts'
import { refusePassword } from './new-password.ts'
import { handOver, openSession } from './sessions.ts'
import { refuseSignUp } from './sign-up-rule.ts'
import { verificationCode } from './verification-code.mail.tsx'
import { isAbove, otherWaysRefused } from './ways.ts'

/**
 * Mails a new code, also to resend it (specification, sections 4, 5 and 7: auth-send-verification).
 * @throws Refusal provider-required, account-exists, sign-up-…, login-locked, too-many-requests, verification-mail-failed.
 */
export async function sendVerification(
  services: Services,
  raw: Raw<typeof contract.sendVerification>,
  { body: { email, role } }: Input<typeof contract.sendVerification>,
): Promise<Answer<typeof contract.sendVerification>> {
  const expiresAt = await mailSignUpCode(services, raw, { email, role }, signUpCode(email))
  return { success: true, expiresAt: expiresAt.toISOString() }
}

/**
 * Mails a code to sign up with, through whichever door it was asked for; `also` runs in the transaction that makes it.
 * Answers until when it is valid. @throws as `sendVerification`.
 */
export async function mailSignUpCode(
  { contexts, auth, mail }: Services,
  { caller, read, transact }: Pick<Raw<Endpoint & { who: 'public' }>, 'caller' | 'read' | 'transact'>,
  { email, role }: { email: string; role: string },
  which: CodeFor,
  also?: (ctx: WriteCtx) => Promise<void>,
): Promise<Date> {
  await read(async (ctx) => {
    await refuseProviderOnly(ctx, email)
    await refuseKnown(ctx, email)
    await refuseSignUp(ctx, { email, role })
    await refuseLocked(ctx, { email, ip: caller.ip })
  })
  const { id, code, expiresAt } = await contexts.work(async (ctx) => {
    await advisoryLock(ctx, `email ${email}`)
    await also?.(ctx)
    return issueCode(ctx, auth.secret, which)
  })
  try {
    await mail.sendNow(verificationCode, email, { code })
  } catch (cause) {
    await contexts.work((ctx) => forgetCode(ctx, id))
    throw new Refusal('verification-mail-failed', { cause })
  }
  await transact((ctx) => ctx.audit({ event: 'verification_code_sent', actor: null, subjectEmail: email }))
  return expiresAt
}

/**
 * Checks the code, creates the account and signs in, in one transaction (specification, section 7: auth-verify-otp).
 * @throws Refusal provider-required, sign-up-…, password-weak, password-compromised, login-locked, no-pending-signup, code-expired, code-dead,
 * verification-failed; the last two with the minutes until another code may be sent, if that is not now.
 */
export async function verifyOtp(
  services: Services,
  raw: Raw<typeof contract.verifyOtp>,
  { body: { code, password, ...person } }: Input<typeof contract.verifyOtp>,
): Promise<Answer<typeof contract.verifyOtp>> {
  const { email } = person
  const attempt = { email, ip: raw.caller.ip }
  try {
    await raw.read(async (ctx) => {
      await refuseProviderOnly(ctx, email)
      await refuseKnown(ctx, email)
      await refuseSignUp(ctx, person)
      await pendingCode(ctx, signUpCode(email))
      await refuseLocked(ctx, attempt)
    })
    await refusePassword(services, password, person, 'strong')
    const library = await services.auth.context()
    const passwordHash = await services.auth.passwords.hash(password)
    const opened = await raw.transact(async (ctx) => {
      await lockAttempts(ctx, attempt)
      // The second of two at once finds the account that the first has created.
      await refuseKnown(ctx, email)
      await refuseSignUp(ctx, person)
      const pending = await pendingCode(ctx, signUpCode(email))
      await refuseLocked(ctx, attempt)
      if (!(await tryCode(ctx, services.auth.secret, signUpCode(email), code, pending))) {
        await countFailure(ctx, attempt, 'code')
        return null
      }
      const made = await createAccount(services, ctx, library, person, passwordHash)
      return openSession(ctx, services, made, { method: 'email/signup' })
    })
    if (opened === null) throw new Refusal('verification-failed')
    const here = await handOver(services, raw, opened)
    return { success: true, accountExists: false, message: 'Account created', ...here }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'account-exists')
      return { success: false, accountExists: true, message: screen.emailRegistered, ...nobody }
    // The last wrong code is told at once when the next code may be sent, and so is who comes back later.
    const minutes = wrongCodes.has(error.code) ? await raw.read((ctx) => lockedMinutes(ctx, attempt)) : 0
    throw minutes > 0 ? new Refusal(error.code, { retryAfterMinutes: minutes }) : error
  }
}

const wrongCodes: ReadonlySet<string> = new Set(['verification-failed', 'code-dead'])

const nobody = { user: null, pending: null, enrolBefore: null }

const signUpCode = (email: string) => ({ purpose: 'sign-up' as const, email })

/** @throws Refusal email-closed, account-exists. */
export async function refuseKnown(ctx: ReadCtx, email: string): Promise<void> {
  const [known] = await ctx.tx
    .select({ closedAt: profiles.closedAt })
    .from(profiles)
    .where(eq(profiles.email, email))
  if (known?.closedAt) throw new Refusal('email-closed', { values: { support: ctx.settings.supportEmail } })
  if (known) throw new Refusal('account-exists')
}

/**
 * Refuses a sign-up elsewhere. People of a domain with a provider only get their accounts there, unless they are invited to a role that no
 * provider gives.
 */
async function refuseProviderOnly(ctx: ReadCtx, email: string): Promise<void> {
  const refused = await otherWaysRefused(ctx, email)
  if (!refused) return
  const [invitation] = await openInvitation(ctx, email)
  if (!isAbove(invitation?.role)) throw refused
}
