import type { PasskeyAnswer } from '@deedbox/contract/passkeys.ts'
import type * as contract from '@deedbox/contract/proof.ts'
import type { ProofWay } from '@deedbox/contract/proof.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { type CodeFor, forgetCode, issueCode, pendingCode, tryCode } from '../accounts/codes.ts'
import { clearFailures, countFailure, lockAttempts, refuseLocked } from '../accounts/lockout.ts'
import { hasPassword, withPassword } from '../accounts/own-password.ts'
import { proofCodeMail } from '../accounts/proof-code.mail.tsx'
import { renewSession } from '../accounts/sessions.ts'
import { verifyPasskeyProof } from './passkeys.ts'
import { withFactorCode } from './verify.ts'

const proofCode = ({ email, sessionId }: Actor): CodeFor => ({ purpose: 'proof', email, about: sessionId })

/** Returns the ways to prove who one is. A mailed code is only for people who have nothing better. */
export async function getProofWays(
  { config }: Pick<Services, 'config'>,
  ctx: Acting<ReadCtx>,
): Promise<Answer<typeof contract.getProofWays>> {
  const { factorKinds: kinds } = ctx.actor.session
  const ways: ProofWay[] = [
    ...((await hasPassword(ctx)) ? (['password'] as const) : []),
    ...(kinds.includes('totp') ? (['code'] as const) : []),
    ...(kinds.includes('phone') && config.sms ? (['phone'] as const) : []),
    ...(kinds.includes('passkey') ? (['passkey'] as const) : []),
  ]
  return { ways: ways.length > 0 ? ways : ['email'] }
}

/** @throws Refusal not-allowed for people with a better way, too-many-requests, verification-mail-failed. */
export async function sendProofCode(
  services: Services,
  raw: Raw<typeof contract.sendProofCode>,
): Promise<Answer<typeof contract.sendProofCode>> {
  const { contexts, auth, mail } = services
  const { ways } = await raw.read((ctx) => getProofWays(services, ctx))
  if (!ways.includes('email')) throw new Refusal('not-allowed')
  const { email, firstName } = raw.actor
  const { id, code, expiresAt } = await raw.transact(async (ctx) => {
    await lockAttempts(ctx, { email, ip: null })
    await ctx.audit({ event: 'verification_code_sent', subjectEmail: email })
    return issueCode(ctx, auth.secret, proofCode(ctx.actor))
  })
  try {
    await mail.sendNow(proofCodeMail, email, { code, firstName })
  } catch (cause) {
    await contexts.work((ctx) => forgetCode(ctx, id))
    throw new Refusal('verification-mail-failed', { cause })
  }
  return { expiresAt: expiresAt.toISOString() }
}

/**
 * Proves again who the caller is. A wrong proof counts like a failed sign-in.
 * @throws Refusal password-missing, password-wrong, factor-wrong, login-locked, no-pending-code, code-expired, code-dead,
 * verification-failed, passkey-expired, passkey-invalid.
 */
export async function prove(
  services: Services,
  raw: Raw<typeof contract.prove>,
  { body }: Input<typeof contract.prove>,
): Promise<Answer<typeof contract.prove>> {
  if ('password' in body) {
    await withPassword(services, raw, body.password, (ctx) => noteProof(ctx, 'password'))
    return { success: true }
  }
  const attempt = { email: raw.actor.email, ip: raw.caller.ip }
  if ('code' in body) {
    await withFactorCode(services, raw, body.code, async (ctx) => {
      await clearFailures(ctx, attempt)
      await noteProof(ctx, 'code')
    })
    return { success: true }
  }
  const right = await raw.transact(async (ctx) => {
    await lockAttempts(ctx, attempt)
    await refuseLocked(ctx, attempt)
    if (!('passkey' in body ? await byPasskey(ctx, body.passkey) : await byEmail(ctx, body.emailCode))) {
      await ctx.audit({ event: 'proof_failed' })
      await countFailure(ctx, attempt, 'proof')
      return false
    }
    await clearFailures(ctx, attempt)
    await noteProof(ctx, 'passkey' in body ? 'passkey' : 'email')
    return true
  })
  if (!right) throw new Refusal('passkey' in body ? 'passkey-invalid' : 'verification-failed')
  return { success: true }

  async function byPasskey(ctx: Acting<WriteCtx>, answer: PasskeyAnswer) {
    return (await verifyPasskeyProof(services, ctx, answer)) === null
  }
  async function byEmail(ctx: Acting<WriteCtx>, code: string) {
    const which = proofCode(ctx.actor)
    return tryCode(ctx, services.auth.secret, which, code, await pendingCode(ctx, which))
  }
}

async function noteProof(ctx: Acting<WriteCtx>, way: ProofWay): Promise<void> {
  await renewSession(ctx, { factor: false })
  await ctx.audit({ event: 'proof_given', details: { way } })
}
