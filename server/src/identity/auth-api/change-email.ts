import type { AuthTokens, authResend, authUpdateUser, authVerify } from '@deedbox/contract/auth-api.ts'
import { acting } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { countTry, isRight, pendingCode } from '../accounts/codes.ts'
import { countFailure, lockAttempts, refuseLocked } from '../accounts/lockout.ts'
import { accountExists } from '../accounts/new-account.ts'
import { changeCodesFor, mailChangeCodes, moveToEmail } from '../own-account/change-email.ts'
import { dropPending, keepPending, pendingOf } from './pending.ts'
import { answerTokens, grantTokens } from './tokens.ts'

type Proved = { msg: string; code: 200 }
const firstProved: Proved = {
  msg: 'This address is confirmed. Please enter the code that was sent to the other one too.',
  code: 200,
}

/** Mails a code to both addresses of a change of email; the change waits for both, in the session that asked for it. */
export async function beginChange(
  services: Services,
  { actor, transact }: Pick<Raw<typeof authUpdateUser>, 'actor' | 'transact'>,
  email: string,
): Promise<void> {
  await mailChangeCodes(services, actor, email, (work) =>
    transact(async (ctx) => {
      const issued = await work(ctx)
      const change = { sessionId: ctx.actor.sessionId, from: ctx.actor.email, to: email, proved: [] }
      for (const address of [change.from, change.to]) await keepPending(ctx, 'email-change', address, change)
      return issued
    }),
  )
}

/**
 * Takes the code of one of the two addresses; with the second one the email changes, and the session that asked for it
 * gets new tokens.
 * @throws Refusal verification-failed, login-locked, session-ended, user-exists.
 */
export async function confirmChange(
  services: Services,
  { caller, read }: Raw<typeof authVerify>,
  { email, code }: { email: string; code: string },
): Promise<AuthTokens | Proved> {
  const waiting = await read((ctx) => pendingOf(ctx, 'email-change', email))
  if (!waiting) throw new Refusal('verification-failed')
  const { sessionId, from, to } = waiting
  const outcome = await services.contexts.transact({ ...caller, sessionId }, async (given) => {
    if (!given.actor || given.actor.email !== from) throw new Refusal('session-ended')
    const ctx = acting(given)
    for (const address of [from, to].sort()) await advisoryLock(ctx, `email ${address}`)
    if (await accountExists(ctx, to)) throw new Refusal('user-exists')
    const change = await pendingOf(ctx, 'email-change', email)
    if (change?.sessionId !== sessionId || change.to !== to) throw new Refusal('verification-failed')
    const codes = changeCodesFor(ctx.actor, to)
    const attempt = { email: from, ip: ctx.ip }
    await lockAttempts(ctx, attempt)
    await refuseLocked(ctx, attempt)
    const which = email === from ? codes.current : codes.next
    const pending = await pendingCode(ctx, which)
    if (!isRight(services.auth.secret, which, code, pending)) {
      await countTry(ctx, pending)
      await ctx.audit({ event: 'email_change_refused', subjectEmail: to })
      await countFailure(ctx, attempt, 'email change')
      return null
    }
    const proved = [...new Set([...change.proved, email])]
    if (proved.length < 2) {
      for (const address of [from, to]) await keepPending(ctx, 'email-change', address, { ...change, proved })
      await ctx.audit({ event: 'email_change_requested', subjectEmail: to, details: { confirmed: email } })
      return firstProved
    }
    for (const address of [from, to]) await dropPending(ctx, 'email-change', address)
    await moveToEmail(services.mail, ctx, to)
    return grantTokens(ctx, sessionId)
  })
  if (!outcome) throw new Refusal('verification-failed')
  return 'msg' in outcome ? outcome : answerTokens(services, caller, outcome)
}

/** Sends new codes for a change that is under way, in the session that asked for it; where none is, nothing is mailed. */
export async function resendChange(
  services: Services,
  { caller, read }: Raw<typeof authResend>,
  email: string,
): Promise<void> {
  const waiting = await read((ctx) => pendingOf(ctx, 'email-change', email))
  if (!waiting) return
  const theirCall = { ...caller, sessionId: waiting.sessionId }
  const actor = await services.contexts.read(theirCall, async (ctx) => ctx.actor)
  if (actor?.email !== waiting.from) return
  const transact: Raw<typeof authUpdateUser>['transact'] = (work) =>
    services.contexts.transact(theirCall, (ctx) => work(acting(ctx)))
  await beginChange(services, { actor, transact }, waiting.to)
}
