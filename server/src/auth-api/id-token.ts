import { createHash } from 'node:crypto'
import type { AuthTokens, authToken } from '@deedbox/contract/auth-api.ts'
import { idTokenGrant } from '@deedbox/contract/auth-grants.ts'
import { decodeJwt } from 'jose'
import { acting } from '../context/context.ts'
import { usedAssertions } from '../db/tables/sign-in.ts'
import { needProof } from '../http/guard.ts'
import type { Raw } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import { answerInIdToken } from '../providers/oidc.ts'
import type { Services } from '../services.ts'
import { authCodeAnswer } from './auth-codes.ts'
import { throughProvider } from './pkce.ts'
import { providerCalled } from './provider-flows.ts'
import { answerTokens } from './tokens.ts'

/**
 * A session for the ID token that an app got from a provider by itself. `nonce` is what it made up; the token has its
 * SHA-256, in hex. Each token works once.
 * @throws Refusal provider-not-found, id-token-invalid, and those of signing in or linking.
 */
export async function idToken(
  services: Services,
  raw: Raw<typeof authToken>,
  body: unknown,
): Promise<AuthTokens> {
  const { provider: name, issuer, id_token, nonce, link_identity } = idTokenGrant.parse(body)
  const { provider, linksFor } = await raw.read(async (ctx) => {
    const provider = await providerCalled(services, ctx, name ?? issuer ?? issuerIn(id_token))
    if (!link_identity) return { provider, linksFor: null }
    const { actor } = acting(ctx)
    needProof(actor, ctx.now)
    return { provider, linksFor: { sessionId: actor.sessionId, userId: actor.id } }
  })
  const hashed = nonce ? createHash('sha256').update(nonce).digest('hex') : null
  const answer = await answerInIdToken(services, provider, id_token, hashed).catch((cause: unknown) => {
    throw new Refusal('id-token-invalid', { cause })
  })
  const { nonce: named, exp = 0 } = decodeJwt(id_token)
  if ((named === undefined) !== (hashed === null)) throw new Refusal('id-token-invalid')
  await services.contexts.work(async (ctx) => {
    const id = `id token ${createHash('sha256').update(id_token).digest('base64url')}`
    const expiresAt = new Date((exp + 60) * 1_000)
    const used = await ctx.tx
      .insert(usedAssertions)
      .values({ id, expiresAt })
      .onConflictDoNothing()
      .returning()
    if (used.length === 0) throw new Refusal('id-token-invalid')
  })
  const means = { providerId: provider.id, answer: authCodeAnswer.parse(answer), linksFor }
  return answerTokens(services, raw.caller, await throughProvider(services, raw, means))
}

function issuerIn(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    throw new Refusal('id-token-invalid')
  }
}
