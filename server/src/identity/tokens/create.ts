import { addMonths, dayOf } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type ErrorCode, errors } from '@deedbox/contract/refusals.ts'
import type { createToken as endpoint } from '@deedbox/contract/tokens.ts'
import { sessions } from '../../db/tables/accounts.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { endOfDay } from '../../platform/days.ts'
import { Refusal } from '../../platform/errors.ts'
import { accessTokenKey, newAccessToken } from '../accounts/session-token.ts'
import { theirTokens, toToken } from './list.ts'
import { tellCreated } from './notices.ts'

/**
 * Creates a personal access token of the actor: a session that a secret proves, may only what its scopes say, and ends
 * with its last day. Only the secret's hash is stored (ADR 28). Its owner is told by mail.
 * @throws Refusal token-limit (20 a person), expiry-past, token-end (a year).
 */
export async function createToken(
  services: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { body: { name, scopes, expiresOn } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { tx, actor, now } = ctx
  const expiresAt = endOf(ctx, expiresOn)
  await advisoryLock(ctx, `tokens ${actor.id}`)
  const { aPerson: limit } = limits.token
  if ((await tx.$count(sessions, theirTokens(ctx))) >= limit)
    throw new Refusal('token-limit', { values: { limit } })
  const secret = newAccessToken()
  const [row] = await tx
    .insert(sessions)
    .values({
      token: accessTokenKey(secret),
      kind: 'token',
      userId: actor.id,
      name,
      scopes,
      createdAt: now,
      updatedAt: now,
      provedAt: now,
      expiresAt,
      ipAddress: ctx.ip,
      userAgent: ctx.userAgent,
    })
    .returning()
  if (!row) throw new Error('The access token was not stored')
  await ctx.audit({
    event: 'access_token_created',
    subjectEmail: actor.email,
    details: { tokenId: row.id, name, scopes: scopes.join(', '), expiresOn },
  })
  const token = toToken(row)
  await tellCreated(services, ctx, token)
  return { token, secret }
}

function endOf({ now, settings: { timeZone } }: WriteCtx, day: string): Date {
  const refuse = (code: ErrorCode) => new Refusal(code, { fields: { expiresOn: errors[code].message } })
  const end = endOfDay(day, timeZone)
  if (end <= now) throw refuse('expiry-past')
  const today = dayOf(now, timeZone)
  if (day > addMonths(today, 12 * limits.token.livesYears)) throw refuse('token-end')
  return end
}
