import type { authReauthenticate, authUpdateUser } from '@deedbox/contract/auth-api.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { changePassword } from '../accounts/change-password.ts'
import { type CodeFor, forgetCode, issueCode, pendingCode, tryCode } from '../accounts/codes.ts'
import { countFailure, lockAttempts, refuseLocked } from '../accounts/lockout.ts'
import { isOwnPassword } from '../accounts/own-password.ts'
import { proofCodeMail } from '../accounts/proof-code.mail.tsx'
import { requestSignInPhone } from '../accounts/sign-in-phone.ts'
import { changeNames } from '../own-account/profile.ts'
import { beginChange } from './change-email.ts'
import { refuseNewPassword } from './sign-up.ts'
import { authUserOf } from './user.ts'

type Updating = Raw<typeof authUpdateUser>

/** Code that is worth something in this session only. */
const nonceCode = ({ email, sessionId }: Actor): CodeFor => ({
  purpose: 'reauthenticate',
  email,
  about: sessionId,
})

/**
 * Changes one's own names, password or email, by the verbs of the profile.
 * @throws Refusal proof-needed, nonce-invalid, login-locked, password-short, password-weak, password-compromised,
 * password-same, email-same, user-exists, too-many-requests, verification-mail-failed.
 */
export async function updateUser(
  services: Services,
  raw: Updating,
  { body: { email, phone, password, nonce, data } }: Input<typeof authUpdateUser>,
): Promise<Answer<typeof authUpdateUser>> {
  const proved = raw.now.getTime() - raw.actor.session.provedAt.getTime() < limits.proofMs
  const moves = email !== undefined && email !== raw.actor.email
  if ((phone || moves || (password !== undefined && !nonce)) && !proved) throw new Refusal('proof-needed')
  if (password !== undefined) {
    await refuseNewPassword(services, password, raw.actor)
    if (await isOwnPassword(services, raw, password)) throw new Refusal('password-same')
    if (!proved && nonce) await takeNonce(services, raw, nonce)
    await changePassword(services, raw, { body: { password }, params: undefined, query: undefined })
  }
  if (data && (data.first_name || data.last_name))
    await raw.transact((ctx) => changeNames(ctx, { firstName: data.first_name, lastName: data.last_name }))
  if (moves) await beginChange(services, raw, email)
  if (phone) await requestSignInPhone(services, raw, phone)
  const user = await raw.read((ctx) => authUserOf(ctx, ctx.actor.id, { half: false }))
  return { ...user, ...(moves && { new_email: email, email_change_sent_at: raw.now.toISOString() }) }
}

/** Uses up the mailed code. A wrong one counts like a wrong password. */
async function takeNonce(
  { auth }: Services,
  { actor, caller, transact }: Updating,
  nonce: string,
): Promise<void> {
  const attempt = { email: actor.email, ip: caller.ip }
  const right = await transact(async (ctx) => {
    await lockAttempts(ctx, attempt)
    await refuseLocked(ctx, attempt)
    const which = nonceCode(ctx.actor)
    const pending = await pendingCode(ctx, which).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (pending && (await tryCode(ctx, auth.secret, which, nonce, pending))) {
      await ctx.audit({ event: 'proof_given', details: { way: 'email' } })
      return true
    }
    await ctx.audit({ event: 'proof_failed' })
    await countFailure(ctx, attempt, 'proof')
    return false
  })
  if (!right) throw new Refusal('nonce-invalid')
}

/** Mails the code with which the password can be changed in this session. @throws Refusal too-many-requests, verification-mail-failed. */
export async function reauthenticate(
  { auth, contexts, mail }: Services,
  { actor: { email, firstName }, transact }: Raw<typeof authReauthenticate>,
): Promise<Answer<typeof authReauthenticate>> {
  const { id, code } = await transact(async (ctx) => {
    await lockAttempts(ctx, { email, ip: null })
    await ctx.audit({ event: 'verification_code_sent', subjectEmail: email })
    return issueCode(ctx, auth.secret, nonceCode(ctx.actor))
  })
  try {
    await mail.sendNow(proofCodeMail, email, { code, firstName })
  } catch (cause) {
    await contexts.work((ctx) => forgetCode(ctx, id))
    throw new Refusal('verification-mail-failed', { cause })
  }
  return {}
}
