import { z } from 'zod'

/* Input of the grants of POST /auth/v1/token that do not use a password. */

export const address = z.string().max(2_000)

export const pkceGrant = z.object({
  auth_code: z.string().min(1).max(200),
  code_verifier: z.string().min(43).max(128),
})
export const idTokenGrant = z.object({
  /** Provider, named as for GET /authorize; if absent, the issuer tells it. */
  provider: address.nullish(),
  issuer: address.nullish(),
  id_token: z.string().min(1).max(20_000),
  nonce: z.string().max(500).nullish(),
  /** Links with the account of the access token instead of signing in. */
  link_identity: z.boolean().nullish(),
})
export const walletGrant = z.object({
  chain: z.literal('ethereum', { error: 'Only Ethereum wallets can be used' }),
  message: z.string().max(20_000),
  signature: z.string().max(200),
  link_identity: z.boolean().nullish(),
})
