import { randomUUID } from 'node:crypto'
import type { authOtp } from '@deedbox/contract/auth-api.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { type CodeFor, issueCode } from '../accounts/codes.ts'
import { maySignIn } from '../accounts/sessions.ts'
import { signInCodeMail } from '../accounts/sign-in-code.mail.tsx'
import { refuseSignUp } from '../accounts/sign-up-rule.ts'
import { isAbove, otherWaysRefused } from '../accounts/ways.ts'
import { keepPending } from './pending.ts'

/** The job that mails a code to sign in. */
export const signInCodeJob = 'mail-sign-in-code'

type Asked = { email: string; newcomer: { firstName: string; lastName: string; role: string } | null }

export const signInCode = (email: string): CodeFor => ({ purpose: 'sign-in', email })

/**
 * Requests a code to sign in. A job checks who has an account, so that the response does not reveal it.
 * @throws Refusal provider-required for every email of a domain with a provider only.
 */
export async function otp(
  { jobs }: Services,
  raw: Raw<typeof authOtp>,
  { body: { create_user, data } }: Pick<Input<typeof authOtp>, 'body'>,
  email: string,
): Promise<Answer<typeof authOtp>> {
  const { first_name: firstName, last_name: lastName, role = 'guest' } = data ?? {}
  const newcomer = create_user && firstName && lastName ? { firstName, lastName, role } : null
  const refused = await raw.transact(async (ctx) => {
    await jobs.send(ctx.tx, signInCodeJob, { email, newcomer } satisfies Asked)
    await ctx.audit({ event: 'sign_in_code_sent', actor: null, subjectEmail: email })
    return otherWaysRefused(ctx, email)
  })
  if (refused) throw refused
  return {}
}

/** Mails the code to somebody who may sign in, or who may sign up and said who they are. */
export async function mailSignInCode(
  { auth, contexts, mail }: Services,
  { email, newcomer }: Asked,
): Promise<void> {
  const issued = await contexts
    .work(async (ctx) => {
      await advisoryLock(ctx, `email ${email}`)
      const [person] = await ctx.tx.select().from(profiles).where(eq(profiles.email, email))
      if (!isAbove(person?.role) && (await otherWaysRefused(ctx, email))) return null
      if (!person && !(await keepNewcomer(ctx, email, newcomer))) return null
      if (person && !(await maySignIn(ctx, person.id))) return null
      const { code } = await issueCode(ctx, auth.secret, signInCode(email))
      return { code, firstName: person?.firstName ?? newcomer?.firstName ?? '' }
    })
    // The refusal, of too many codes for this email or where nobody may sign up, is told to nobody.
    .catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
  if (issued) await mail.sendNow(signInCodeMail, email, issued)
}

async function keepNewcomer(ctx: WriteCtx, email: string, newcomer: Asked['newcomer']): Promise<boolean> {
  if (!newcomer) return false
  await refuseSignUp(ctx, { email, role: newcomer.role })
  const person = { ...newcomer, email, id: randomUUID(), passwordHash: null }
  await keepPending(ctx, 'sign-in', email, person)
  return true
}
