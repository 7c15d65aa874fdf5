import type * as contract from '@deedbox/contract/accounts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, count, eq, gt } from 'drizzle-orm'
import { profiles, sessions, verifications } from '../../db/tables/accounts.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import type { AuthContext } from './auth.ts'
import { forgetDevices } from './devices.ts'
import { clearFailures, lockAttempts } from './lockout.ts'
import { refusePassword } from './new-password.ts'
import { storePassword } from './own-password.ts'
import { passwordReset } from './password-reset.mail.tsx'
import { securityNotice } from './security-notice.ts'
import { hasFactor } from './sessions.ts'
import { isAbove, otherWaysRefused, refuseOtherWays } from './ways.ts'

/** The job that mails a reset link. */
export const resetMailJob = 'mail-reset-link'
/** Number of links that one person may request in ten minutes. */
const maxLinks = 5
const linksWithinMs = 10 * 60_000

const identifier = (token: string) => `reset-password:${token}`

/**
 * Requests a reset link. A job checks if the person exists, so the response does not reveal it (section 5).
 * @throws Refusal provider-required for every email of a domain with a provider only; an administrator gets the link
 * nevertheless.
 */
export async function forgotPassword(
  { jobs }: Services,
  raw: Pick<Raw<typeof contract.forgotPassword>, 'transact'>,
  { body: { email } }: Input<typeof contract.forgotPassword>,
): Promise<Answer<typeof contract.forgotPassword>> {
  const refused = await raw.transact(async (ctx) => {
    await jobs.send(ctx.tx, resetMailJob, { email })
    await ctx.audit({ event: 'password_reset_requested', subjectEmail: email })
    return otherWaysRefused(ctx, email)
  })
  if (refused) throw refused
  return { success: true }
}

/** Creates a token for a link valid for one hour, and mails it. Only its hash is stored. */
export async function mailResetLink({ auth, contexts, mail }: Services, email: string): Promise<void> {
  const { internalAdapter } = await auth.context()
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const person = await contexts.work(async (ctx) => {
    const [found] = await ctx.tx.select().from(profiles).where(eq(profiles.email, email)).for('update')
    if (!found || (!isAbove(found.role) && (await otherWaysRefused(ctx, email)))) return null
    const since = new Date(ctx.now.getTime() - linksWithinMs)
    const [recent] = await ctx.tx
      .select({ count: count() })
      .from(verifications)
      .where(and(eq(verifications.value, found.id), gt(verifications.createdAt, since)))
    if ((recent?.count ?? 0) >= maxLinks) return null
    await internalAdapter.createVerificationValue({
      identifier: identifier(token),
      value: found.id,
      expiresAt: new Date(ctx.now.getTime() + limits.resetLinkMs),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    return found
  })
  if (person) await mail.sendNow(passwordReset, email, { token, firstName: person.firstName })
}

/** Takes the id of the person whom a reset link was mailed to, which is used up; null: it is unknown, used or too old. */
export async function takeResetLink(
  ctx: WriteCtx,
  { internalAdapter }: AuthContext,
  token: string,
): Promise<string | null> {
  const used = await internalAdapter.consumeVerificationValue(identifier(token))
  return used && used.expiresAt > ctx.now ? used.value : null
}

/** Finds the person of a reset link, which is not used up; null: the link is unknown, used or too old. */
async function ownerOfLink({ auth }: Services, ctx: ReadCtx, token: string) {
  const link = await (await auth.context()).internalAdapter.findVerificationValue(identifier(token))
  if (!link || link.expiresAt <= ctx.now) return null
  const [found] = await ctx.tx.select().from(profiles).where(eq(profiles.id, link.value))
  return found ?? null
}

/** Tells whether a reset link is still good, so that nobody chooses a password in vain. */
export async function checkResetLink(
  services: Services,
  ctx: ReadCtx,
  { body: { token } }: Input<typeof contract.checkResetLink>,
): Promise<Answer<typeof contract.checkResetLink>> {
  return { valid: (await ownerOfLink(services, ctx, token)) !== null }
}

/**
 * Sets a new password with a reset link, once, ends all sessions of the person, also of programs and scripts, and tells
 * them by mail.
 * @throws Refusal reset-link-invalid for a link that is unknown, used or older than an hour; provider-required, password-weak, password-compromised.
 */
export async function resetPassword(
  services: Services,
  raw: Raw<typeof contract.resetPassword>,
  { body: { token, password } }: Input<typeof contract.resetPassword>,
): Promise<Answer<typeof contract.resetPassword>> {
  const library = await services.auth.context()
  const owner = await raw.read(async (ctx) => {
    const found = await ownerOfLink(services, ctx, token)
    if (found) await refuseOtherWays(ctx, found.email)
    return found
  })
  if (!owner) throw new Refusal('reset-link-invalid')
  await refusePassword(services, password, owner, 'reset')
  const hash = await services.auth.passwords.hash(password)

  await raw.transact(async (ctx) => {
    const [person] = await ctx.tx.select().from(profiles).where(eq(profiles.id, owner.id))
    if (!person) throw new Refusal('reset-link-invalid')
    const attempt = { email: person.email, ip: null }
    // A sign-in with the old password has either finished by now, or finds the new password.
    await lockAttempts(ctx, attempt)
    if ((await takeResetLink(ctx, library, token)) === null) throw new Refusal('reset-link-invalid')
    await storePassword(ctx, library, person.id, hash)
    await ctx.tx.delete(sessions).where(eq(sessions.userId, person.id))
    await forgetDevices(ctx, person.id)
    await ctx.tx.delete(verifications).where(eq(verifications.value, person.id))
    // People who read their mail may still have to guess the second factor.
    if (!(await hasFactor(ctx, person.id))) await clearFailures(ctx, attempt)
    await ctx.audit({ event: 'password_reset', actor: person, subjectEmail: person.email })
    await securityNotice(services.mail, ctx, person, {
      title: 'Your password was reset',
      lines: ['It was reset with a link from an email. You are signed out on all devices.'],
    })
  })
  return { success: true }
}
