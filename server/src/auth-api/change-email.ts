import type { AuthTokens, authResend, authUpdateUser, authVerify } from '@deedbox/contract/auth-api.ts'
import { countTry, isRight, pendingCode } from '../accounts/codes.ts'
import { hold } from '../accounts/lockout.ts'
import { accountExists } from '../accounts/new-account.ts'
import { apiSessionKey } from '../accounts/session-token.ts'
import { acting } from '../context/context.ts'
import type { Raw } from '../http/handler.ts'
import { changeCodesFor, mailChangeCodes, moveToEmail } from '../people/change-email.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
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
 * @throws Refusal verification-failed, session-ended, user-exists.
 */
export async function confirmChange(
  services: Services,
  { caller, read }: Raw<typeof authVerify>,
  { email, code }: { email: string; code: string },
): Promise<AuthTokens | Proved> {
  const waiting = await read((ctx) => pendingOf(ctx, 'email-change', email))
  if (!waiting) throw new Refusal('verification-failed')
  const { sessionId, from, to } = waiting
  const outcome = await services.contexts.transact(
    { ...caller, token: apiSessionKey(sessionId) },
    async (given) => {
      if (!given.actor || given.actor.email !== from) throw new Refusal('session-ended')
      const ctx = acting(given)
      for (const address of [from, to].sort()) await hold(ctx, `email ${address}`)
      if (await accountExists(ctx, to)) throw new Refusal('user-exists')
      const change = await pendingOf(ctx, 'email-change', email)
      if (change?.sessionId !== sessionId || change.to !== to) throw new Refusal('verification-failed')
      const codes = changeCodesFor(ctx.actor, to)
      const which = email === from ? codes.current : codes.next
      const pending = await pendingCode(ctx, which)
      if (!isRight(services.auth.secret, which, code, pending)) {
        await countTry(ctx, pending)
        await ctx.audit({ event: 'email_change_refused', subjectEmail: to })
        return null
      }
      const proved = [...new Set([...change.proved, email])]
      if (proved.length < 2) {
        for (const address of [from, to])
          await keepPending(ctx, 'email-change', address, { ...change, proved })
        await ctx.audit({ event: 'email_change_requested', subjectEmail: to, details: { confirmed: email } })
        return firstProved
      }
      for (const address of [from, to]) await dropPending(ctx, 'email-change', address)
      await moveToEmail(services.mail, ctx, to)
      return grantTokens(ctx, sessionId)
    },
  )
  if (!outcome) throw new Refusal('verification-failed')
  return 'msg' in outcome ? outcome : answerTokens(services, caller, outcome)
}

/** New codes for a change that is under way, in the session that asked for it; where none is, nothing is mailed. */
export async function resendChange(
  services: Services,
  { caller, read }: Raw<typeof authResend>,
  email: string,
): Promise<void> {
  const waiting = await read((ctx) => pendingOf(ctx, 'email-change', email))
  if (!waiting) return
  const theirs = { ...caller, token: apiSessionKey(waiting.sessionId) }
  const actor = await services.contexts.read(theirs, async (ctx) => ctx.actor)
  if (actor?.email !== waiting.from) return
  const transact: Raw<typeof authUpdateUser>['transact'] = (work) =>
    services.contexts.transact(theirs, (ctx) => work(acting(ctx)))
  await beginChange(services, { actor, transact }, waiting.to)
}
