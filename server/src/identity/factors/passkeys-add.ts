import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/passkeys.ts'
import { factors } from '../../db/tables/sign-in.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { addFactor } from './add.ts'
import { refuseMany } from './enrol.ts'
import { algorithms, challengeOf, checkNew, userHandleOf } from './passkey-answers.ts'
import { issueChallenge, spendChallenge } from './passkey-challenges.ts'
import { credentialsOf, needPlace } from './passkeys.ts'

/**
 * Returns what a browser needs to make a passkey: one that the authenticator finds without an email (a resident key), and uses only after
 * it has verified the person. @throws Refusal passkeys-unavailable.
 */
export async function newPasskeyOptions(
  services: Services,
  raw: Raw<typeof contract.newPasskeyOptions>,
): Promise<Answer<typeof contract.newPasskeyOptions>> {
  const { rpId } = needPlace(services)
  const { id, email, name, sessionId } = raw.actor
  const { challenge, excludeCredentials } = await services.contexts.work(async (ctx) => ({
    challenge: await issueChallenge(ctx, 'create', sessionId),
    excludeCredentials: await credentialsOf(ctx, id),
  }))
  return {
    challenge,
    rp: { id: rpId, name: raw.settings.deploymentName },
    user: { id: userHandleOf(id), name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: limits.passkeyMs,
    attestation: 'none',
    excludeCredentials,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/**
 * Stores a passkey that the caller's browser has made. The session in which that happens has thereby passed a second factor.
 * @throws Refusal passkeys-unavailable, passkey-expired, passkey-invalid, passkey-exists, factors-full.
 */
export async function addPasskey(
  services: Services,
  raw: Raw<typeof contract.addPasskey>,
  { body: { name, response: answer } }: Input<typeof contract.addPasskey>,
): Promise<Answer<typeof contract.addPasskey>> {
  const made = await checkNew(needPlace(services), answer)
  return raw.transact(async (ctx) => {
    await spendChallenge(ctx, 'create', challengeOf(answer), ctx.actor.sessionId)
    if (!made) throw new Refusal('passkey-invalid')
    await refuseMany(ctx)
    const { credential, credentialBackedUp: backedUp } = made
    const [passkey] = await ctx.tx
      .insert(factors)
      .values({
        userId: ctx.actor.id,
        kind: 'passkey',
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: answer.response.transports,
        backedUp,
        createdAt: ctx.now,
      })
      .onConflictDoNothing({ target: factors.credentialId })
      .returning({ id: factors.id })
    if (!passkey) throw new Refusal('passkey-exists')
    const backupCodes = await addFactor(services, ctx, { ...passkey, kind: 'passkey', name }, 'passkey')
    return { passkey: { ...passkey, name, createdAt: ctx.now.toISOString(), backedUp }, backupCodes }
  })
}
