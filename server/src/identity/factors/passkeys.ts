import { type PasskeyAnswer, transports } from '@deedbox/contract/passkeys.ts'
import { and, asc, eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { factors } from '../../db/tables/sign-in.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { type PasskeyPlace, passkeyPlace } from '../../platform/passkey-place.ts'
import { challengeOf, checkAnswer, type PasskeyFault } from './passkey-answers.ts'
import { spendChallenge } from './passkey-challenges.ts'

type Placed = Pick<Services, 'place' | 'config'>

/** @throws Refusal passkeys-unavailable where browsers can have no passkeys for this deployment. */
export function needPlace(services: Placed): PasskeyPlace {
  const place = passkeyPlace(services.place(), services.config)
  if (!place) throw new Refusal('passkeys-unavailable')
  return place
}

/** Lists a person's passkeys as browsers are told of them. */
export async function credentialsOf({ tx }: ReadCtx, userId: string) {
  const rows = await tx
    .select({ id: factors.credentialId, transports: factors.transports })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.kind, 'passkey')))
    .orderBy(asc(factors.createdAt))
  return rows.map(({ id, transports: stored }) => ({
    id: id ?? '',
    type: 'public-key' as const,
    transports: transports.filter((known) => stored?.includes(known)),
  }))
}

/** Finds the person whose passkey this claims to be, before anything is checked. */
export async function ownerOf({ tx }: ReadCtx, { id }: PasskeyAnswer) {
  const [owner] = await tx
    .select({ id: profiles.id, email: profiles.email, name: profiles.name })
    .from(factors)
    .innerJoin(profiles, eq(profiles.id, factors.userId))
    .where(and(eq(factors.kind, 'passkey'), eq(factors.credentialId, id)))
  return owner
}

/**
 * Takes a passkey's answer from this person: uses its challenge up, checks it, and notes the use. Returns what is wrong with
 * it, or null. The caller has locked the person's attempts, and counts a fault as a failed one.
 * @throws Refusal passkeys-unavailable, passkey-expired.
 */
export async function takeAnswer(
  services: Placed,
  ctx: WriteCtx,
  userId: string | undefined,
  answer: PasskeyAnswer,
): Promise<PasskeyFault | null> {
  const place = needPlace(services)
  const sessionId = (ctx.actor ?? ctx.pending?.person)?.sessionId ?? null
  await spendChallenge(ctx, 'get', challengeOf(answer), sessionId)
  const [passkey] = await ctx.tx
    .select()
    .from(factors)
    .where(and(eq(factors.kind, 'passkey'), eq(factors.credentialId, answer.id)))
    .for('update')
  if (!passkey) return 'unknown passkey'
  if (passkey.userId !== userId) return 'another person’s passkey'
  const signed = await checkAnswer(place, passkey, answer)
  if (typeof signed === 'string') return signed
  await ctx.tx
    .update(factors)
    .set({ ...signed, lastUsedAt: ctx.now })
    .where(eq(factors.id, passkey.id))
  return null
}

/** The same for somebody signed in who proves again who they are. */
export const verifyPasskeyProof = (
  services: Placed,
  ctx: Acting<WriteCtx>,
  answer: PasskeyAnswer,
): Promise<PasskeyFault | null> => takeAnswer(services, ctx, ctx.actor.id, answer)
