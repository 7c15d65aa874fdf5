import { randomBytes } from 'node:crypto'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { verifications } from '../../db/tables/accounts.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'

/** Purpose of a challenge: a new passkey, or one that exists. */
type Purpose = 'create' | 'get'

/** Owner of a challenge for anybody. */
const unbound = ''

const identifier = (purpose: Purpose, challenge: string) => `passkey-${purpose}:${challenge}`

/** Issues a random challenge, valid for 5 minutes; with a session, in that session only. */
export async function issueChallenge(
  ctx: WriteCtx,
  purpose: Purpose,
  sessionId: string | null,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await ctx.tx.insert(verifications).values({
    identifier: identifier(purpose, challenge),
    value: sessionId ?? unbound,
    expiresAt: new Date(ctx.now.getTime() + limits.passkeyMs),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  return challenge
}

/**
 * Uses a challenge up. One to create a passkey must have been issued to this session, one to use a passkey to this session
 * or to nobody.
 * @throws Refusal passkey-expired if it was never issued, is used up or too old.
 */
export async function spendChallenge(
  ctx: WriteCtx,
  purpose: Purpose,
  challenge: string,
  sessionId: string | null,
): Promise<void> {
  const bound = sessionId ? [sessionId] : []
  const spent = await ctx.tx
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, identifier(purpose, challenge)),
        inArray(verifications.value, purpose === 'create' ? bound : [...bound, unbound]),
        gt(verifications.expiresAt, ctx.now),
      ),
    )
    .returning({ id: verifications.id })
  if (spent.length === 0) throw new Refusal('passkey-expired')
}
