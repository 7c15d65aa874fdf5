import { createHash } from 'node:crypto'
import type { AuthTokens, authToken } from '@deedbox/contract/auth-api.ts'
import { idTokenGrant } from '@deedbox/contract/auth-grants.ts'
import { decodeJwt } from 'jose'
import { usedAssertions } from '../../db/tables/sign-in.ts'
import { acting } from '../../kernel/context/context.ts'
import { needProof } from '../../kernel/http/guard.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { clockToleranceSeconds } from '../providers/discovery.ts'
import { answerInIdToken } from '../providers/oidc.ts'
import { authCodeAnswer } from './auth-codes.ts'
import { throughProvider } from './pkce.ts'
import { providerCalled } from './provider-flows.ts'
import { answerTokens } from './tokens.ts'

/**
 * Begins a session for the ID token that an app got from a provider by itself. `nonce` is what it made up; the token has its SHA-256, in
 * hex. Each token works once, in whatever letters it is written: what its signature covers is remembered.
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
  if (!nonce) throw new Refusal('id-token-invalid')
  const hashed = createHash('sha256').update(nonce).digest('hex')
  const { answer, said } = await answerInIdToken(services, provider, id_token, hashed).catch(
    (cause: unknown) => {
      throw new Refusal('id-token-invalid', { cause })
    },
  )
  await services.contexts.work(async (ctx) => {
    const { iss, sub, aud, iat, exp = 0, jti } = said
    const content = JSON.stringify([iss, sub, aud, iat, exp, jti ?? null, hashed])
    const id = `id token ${createHash('sha256').update(content).digest('base64url')}`
    const expiresAt = new Date((exp + clockToleranceSeconds) * 1_000)
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
