import type * as contract from '@deedbox/contract/auth-factors.ts'
import { and, eq } from 'drizzle-orm'
import { factors } from '../../db/tables/sign-in.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { needProof } from '../../kernel/http/guard.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { addFactor } from '../factors/add.ts'
import { confirmTotp, enrolTotp } from '../factors/enrol.ts'
import { passFactor } from '../factors/pass.ts'
import { enrolPhone } from '../factors/phone.ts'
import { sendFactorCode, verifyPhoneCode } from '../factors/phone-codes.ts'
import { removeFactor } from '../factors/remove.ts'
import { verifyFactorCode, withFactor } from '../factors/verify.ts'
import { isKept, keep } from './kept.ts'
import { answerTokens, grantTokens } from './tokens.ts'

const challengeMs = 5 * 60_000
const types = { totp: 'totp', phone: 'phone', passkey: 'webauthn' } as const

const purpose = ({ sessionId }: Actor, factorId: string) => `challenge of ${sessionId} ${factorId}`

/**
 * Serves POST /factors. Passkeys are added on the screens: browsers allow them on our own pages only.
 * @throws Refusal passkey-elsewhere, phone-needed, and those of the verbs.
 */
export async function enrol(
  services: Services,
  { actor }: Raw<typeof contract.authEnrolFactor>,
  { body: { factor_type: type, friendly_name: name, phone } }: Input<typeof contract.authEnrolFactor>,
): Promise<Answer<typeof contract.authEnrolFactor>> {
  if (type === 'webauthn') throw new Refusal('passkey-elsewhere')
  // The account has not changed yet, so there is nothing to audit.
  return services.contexts.work(async (given) => {
    const ctx = { ...given, actor }
    if (type === 'phone') {
      if (!phone) throw new Refusal('phone-needed')
      const made = await enrolPhone(services, ctx, { name, phone })
      return { id: made.id, type, friendly_name: made.name, phone }
    }
    const { factorId, qr, secret, uri } = await enrolTotp(services, ctx, name)
    return { id: factorId, type, friendly_name: name, totp: { qr_code: qr, secret, uri } }
  })
}

/** Serves POST /factors/{id}/challenge. @throws Refusal factor-not-found, factor-needed, passkey-elsewhere, and those of text messages. */
export async function challenge(
  services: Services,
  raw: Raw<typeof contract.authChallengeFactor>,
  { params: { factorId } }: Input<typeof contract.authChallengeFactor>,
): Promise<Answer<typeof contract.authChallengeFactor>> {
  const factor = await raw.read((ctx) => ownFactor(ctx, factorId))
  if (factor.kind === 'passkey') throw new Refusal('passkey-elsewhere')
  if (factor.kind === 'phone') await sendFactorCode(services, raw.caller, factor)
  const id = await services.contexts.work((ctx) => keep(ctx, purpose(raw.actor, factorId), null, challengeMs))
  return { id, type: types[factor.kind], expires_at: Math.floor((raw.now.getTime() + challengeMs) / 1_000) }
}

/**
 * Serves POST /factors/{id}/verify: passes a factor, or confirms a new one, which the others then have to pass too.
 * @throws Refusal factor-not-found, factor-needed, challenge-expired, factor-wrong, login-locked, proof-needed.
 */
export async function verify(
  services: Services,
  raw: Raw<typeof contract.authVerifyFactor>,
  { params: { factorId }, body: { challenge_id, code } }: Input<typeof contract.authVerifyFactor>,
): Promise<Answer<typeof contract.authVerifyFactor>> {
  if (raw.actor.session.kind !== 'api') throw new Refusal('not-signed-in')
  const factor = await raw.read(async (ctx) => {
    const factor = await ownFactor(ctx, factorId)
    if (!factor.verifiedAt) needProof(ctx.actor, ctx.now)
    return factor
  })
  const granted = await withFactor(
    raw,
    async (ctx) => {
      if (!(await isKept(ctx, purpose(ctx.actor, factorId), challenge_id)))
        throw new Refusal('challenge-expired')
      if (factor.kind === 'phone')
        return (await verifyPhoneCode(services, ctx, factor, code)) ? 'phone' : null
      if (factor.verifiedAt) return verifyFactorCode(services, ctx, code, factorId)
      // The code is confirmed below, where a wrong one is refused: it is the secret of who asks.
      return 'totp'
    },
    async (ctx, method) => {
      if (factor.verifiedAt) await passFactor(ctx, { method })
      else if (factor.kind === 'totp')
        await confirmTotp(services, ctx, { params: { factorId }, body: { code } })
      else await addFactor(services, ctx, factor, method)
      return grantTokens(ctx, ctx.actor.sessionId)
    },
  )
  return answerTokens(services, raw.caller, granted)
}

/** DELETE /factors/{id}. @throws Refusal factor-not-found, factor-last. */
export const remove = async (
  services: Services,
  ctx: Parameters<typeof removeFactor>[1],
  input: Input<typeof contract.authRemoveFactor>,
): Promise<Answer<typeof contract.authRemoveFactor>> => {
  await removeFactor(services, ctx, input)
  return { id: input.params.factorId }
}

/** Finds a factor of the actor's. A person who still lacks theirs is shown only those that could complete the session. */
async function ownFactor({ tx, actor, pending }: Acting<ReadCtx>, factorId: string) {
  const [found] = await tx
    .select()
    .from(factors)
    .where(and(eq(factors.id, factorId), eq(factors.userId, actor.id)))
  if (!found) throw new Refusal('factor-not-found')
  if (pending?.lacks === 'factor' && !found.verifiedAt) throw new Refusal('factor-needed')
  return found
}
