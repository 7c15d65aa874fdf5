import { randomUUID } from 'node:crypto'
import type { authResend, authSignUp } from '@deedbox/contract/auth-api.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import type { CodeFor } from '../accounts/codes.ts'
import { refusePassword } from '../accounts/new-password.ts'
import { mailSignUpCode } from '../accounts/sign-up.ts'
import { keepPending, pendingOf } from './pending.ts'
import { authUserToBe } from './user.ts'

/**
 * Returns the code of a sign-up through this API: it is worth nothing on the screens, where the password comes with the code, and their
 * codes are worth nothing here.
 */
export const apiSignUpCode = (email: string): CodeFor => ({
  purpose: 'sign-up',
  email,
  about: 'authentication API',
})

/**
 * Mails a code to sign up with, and keeps the hash of the password until the code comes back. If another password waits
 * for the same email, neither is kept: who reads the mail cannot know whose password the account would get. They then get
 * an account without one and set it themselves.
 * @throws Refusal password-short, password-weak, password-compromised, and as `mailSignUpCode`.
 */
export async function signUp(
  services: Services,
  raw: Raw<typeof authSignUp>,
  { body: { password, data } }: Pick<Input<typeof authSignUp>, 'body'>,
  email: string,
): Promise<Answer<typeof authSignUp>> {
  const person = { email, firstName: data.first_name, lastName: data.last_name, role: data.role }
  await refuseNewPassword(services, password, person)
  const before = await raw.read((ctx) => pendingOf(ctx, 'sign-up', email))
  const chosen = before?.passwordHash ?? null
  const same = chosen !== null && (await services.auth.passwords.verify({ hash: chosen, password }))
  const hash = await services.auth.passwords.hash(password)
  let id: string = randomUUID()
  await mailSignUpCode(services, raw, person, apiSignUpCode(email), async (ctx) => {
    const waiting = await pendingOf(ctx, 'sign-up', email)
    const undisputed = waiting === null || (same && waiting.passwordHash === chosen)
    id = waiting?.id ?? id
    await keepPending(ctx, 'sign-up', email, { ...person, id, passwordHash: undisputed ? hash : null })
  })
  return authUserToBe({ ...person, id }, raw.now)
}

/** Checks a password by the rules of the sign-up form. @throws Refusal password-short, password-weak, password-compromised. */
export async function refuseNewPassword(
  services: Services,
  password: string,
  owner: Parameters<typeof refusePassword>[2],
): Promise<void> {
  if (password.length < limits.password.min) throw new Refusal('password-short')
  await refusePassword(services, password, owner, 'strong')
}

/** Sends a new code for a sign-up that is under way; where none is, nothing is mailed, and the answer is the same. */
export async function resendSignUp(
  services: Services,
  raw: Raw<typeof authResend>,
  email: string,
): Promise<void> {
  const waiting = await raw.read((ctx) => pendingOf(ctx, 'sign-up', email))
  if (!waiting) return
  await mailSignUpCode(services, raw, waiting, apiSignUpCode(email), (ctx) =>
    keepPending(ctx, 'sign-up', email, waiting),
  )
}
