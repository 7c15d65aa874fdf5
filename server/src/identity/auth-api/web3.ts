import type { AuthTokens, authToken } from '@deedbox/contract/auth-api.ts'
import { walletGrant } from '@deedbox/contract/auth-grants.ts'
import { acting } from '../../kernel/context/context.ts'
import { needProof } from '../../kernel/http/guard.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { linkWallet, signInWithWallet } from '../accounts/wallet.ts'
import { answerTokens, grantTokens } from './tokens.ts'

/**
 * Begins a session for a message signed with a wallet (ADR 27); or, with link_identity, the wallet becomes the caller's.
 * @throws Refusal as the verbs, not-signed-in, proof-needed.
 */
export async function web3(
  services: Services,
  raw: Raw<typeof authToken>,
  body: unknown,
): Promise<AuthTokens> {
  const { link_identity, ...signed } = walletGrant.parse(body)
  if (!link_identity) {
    const { id } = await signInWithWallet(services, raw, signed)
    return answerTokens(services, raw.caller, await services.contexts.work((ctx) => grantTokens(ctx, id)))
  }
  const actor = await raw.read(async (ctx) => {
    needProof(acting(ctx).actor, ctx.now)
    return acting(ctx).actor
  })
  await linkWallet(services, { actor, transact: (fn) => raw.transact((ctx) => fn(acting(ctx))) }, signed)
  const granted = await services.contexts.work((ctx) => grantTokens(ctx, actor.sessionId))
  return answerTokens(services, raw.caller, granted)
}
