import type { authVerify } from '@deedbox/contract/auth-api.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { type CodeFor, countTry, isRight, pendingCode, spend } from '../accounts/codes.ts'
import { countFailure, lockAttempts, refuseLocked } from '../accounts/lockout.ts'
import { createAccount } from '../accounts/new-account.ts'
import { takeResetLink } from '../accounts/password.ts'
import { maySignIn, openSession, type SignInMethod } from '../accounts/sessions.ts'
import { refuseKnown } from '../accounts/sign-up.ts'
import { refuseSignUp } from '../accounts/sign-up-rule.ts'
import { refuseOtherWays } from '../accounts/ways.ts'
import { confirmChange } from './change-email.ts'
import { signInCode } from './otp.ts'
import { dropPending, pendingOf } from './pending.ts'
import { verifyPhone } from './phones.ts'
import { apiSignUpCode } from './sign-up.ts'
import { answerTokens, type Granted, grantTokens } from './tokens.ts'

type Verifying = Raw<typeof authVerify>
type Person = { id: string; email: string; name: string }

/**
 * Begins a session for a mailed code or the token of a reset link. Wrong codes count like wrong passwords.
 * @throws Refusal verification-failed, the same for a wrong, an old and an unknown code; reset-link-invalid, login-locked,
 * provider-required, account-exists, sign-up-….
 */
export async function verify(
  services: Services,
  raw: Verifying,
  { body: { type, email, phone, token, token_hash } }: Input<typeof authVerify>,
): Promise<Answer<typeof authVerify>> {
  const code = token_hash ?? token ?? ''
  if (type === 'sms' || type === 'phone_change') return verifyPhone(services, raw, { type, phone, code })
  if (type === 'recovery') return answerTokens(services, raw.caller, await byResetLink(services, raw, code))
  if (!email) throw new Refusal('verification-failed')
  if (type === 'email_change') return confirmChange(services, raw, { email, code })
  const purposes = {
    signup: [apiSignUpCode(email)],
    magiclink: [signInCode(email)],
    // Clients use this type for both.
    email: [signInCode(email), apiSignUpCode(email)],
  }[type]
  return answerTokens(services, raw.caller, await byCode(services, raw, email, code, purposes))
}

async function byCode(
  services: Services,
  { caller, transact }: Verifying,
  email: string,
  code: string,
  purposes: CodeFor[],
): Promise<Granted> {
  const attempt = { email, ip: caller.ip }
  const granted = await transact(async (ctx) => {
    await lockAttempts(ctx, attempt)
    await refuseLocked(ctx, attempt)
    const which = await rightCode(services, ctx, code, purposes)
    if (!which) {
      await countFailure(ctx, attempt, 'code')
      return null
    }
    await spend(ctx, which)
    if (which.purpose === 'sign-up') return newAccount(services, ctx, 'sign-up', email, 'email/signup')
    const person = await personOf(ctx, email)
    if (!person) return newAccount(services, ctx, 'sign-in', email, 'otp')
    if (await maySignIn(ctx, person.id)) return open(services, ctx, person, 'otp')
    await countFailure(ctx, attempt, 'deactivated')
    return null
  })
  if (!granted) throw new Refusal('verification-failed')
  return granted
}

/** Finds which of these codes was given; a wrong one counts as a try for each of them. */
async function rightCode(
  { auth }: Services,
  ctx: WriteCtx,
  code: string,
  purposes: CodeFor[],
): Promise<CodeFor | null> {
  const open = []
  for (const which of purposes) {
    const pending = await pendingCode(ctx, which).catch(unusable)
    if (pending && isRight(auth.secret, which, code, pending)) return which
    if (pending) open.push(pending)
  }
  for (const pending of open) await countTry(ctx, pending)
  return null
}

function unusable(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/** Opens the account of somebody who signed up with a code, and its first session. */
async function newAccount(
  services: Services,
  ctx: WriteCtx,
  kind: 'sign-up' | 'sign-in',
  email: string,
  method: SignInMethod,
): Promise<Granted | null> {
  await refuseKnown(ctx, email)
  const waiting = await pendingOf(ctx, kind, email)
  if (!waiting) throw new Refusal('no-pending-signup')
  await refuseSignUp(ctx, waiting)
  const { passwordHash, ...person } = waiting
  await dropPending(ctx, 'sign-up', email)
  await dropPending(ctx, 'sign-in', email)
  const library = await services.auth.context()
  return open(services, ctx, await createAccount(services, ctx, library, person, passwordHash), method)
}

/** Opens a session by a reset link, in which the password can be set: reading the mail is a way to sign in. */
async function byResetLink(
  services: Services,
  { caller, transact }: Verifying,
  token: string,
): Promise<Granted> {
  const library = await services.auth.context()
  const granted = await transact(async (ctx) => {
    const userId = await takeResetLink(ctx, library, token)
    const [person] = userId ? await ctx.tx.select().from(profiles).where(eq(profiles.id, userId)) : []
    if (!person) throw new Refusal('reset-link-invalid')
    const attempt = { email: person.email, ip: caller.ip }
    await lockAttempts(ctx, attempt)
    if (await maySignIn(ctx, person.id)) return open(services, ctx, person, 'recovery')
    await countFailure(ctx, attempt, 'deactivated')
    return null
  })
  if (!granted) throw new Refusal('reset-link-invalid')
  return granted
}

/** @throws Refusal provider-required. */
async function open(
  services: Services,
  ctx: WriteCtx,
  person: Person,
  method: SignInMethod,
): Promise<Granted> {
  await refuseOtherWays(ctx, person.email)
  const { id } = await openSession(ctx, services, person, { method, kind: 'api' })
  return grantTokens(ctx, id)
}

async function personOf({ tx }: ReadCtx, email: string): Promise<Person | undefined> {
  const { id, name } = profiles
  const [person] = await tx
    .select({ id, email: profiles.email, name })
    .from(profiles)
    .where(eq(profiles.email, email))
  return person
}
