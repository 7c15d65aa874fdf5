import { z } from 'zod'
import { endpoint, tokenScopes } from './endpoint.ts'
import { day, done, id, instant, line } from './fields.ts'
import { limits } from './limits.ts'

/** A personal access token as its owner sees it: without the secret. */
export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: instant,
  /** Time of the last use, to the minute; null if never used. */
  lastUsedAt: instant.nullable(),
  expiresAt: instant,
})
export type AccessToken = z.infer<typeof accessToken>

export const listTokens = endpoint({
  id: 'listTokens',
  summary: 'The caller’s own personal access tokens, newest first',
  who: 'signed-in',
  response: z.object({ tokens: z.array(accessToken) }),
})

export const createToken = endpoint({
  id: 'createToken',
  summary: 'Create a personal access token; its secret is in this answer and never shown again',
  who: 'signed-in',
  needsProof: true,
  body: z.strictObject({
    name: line(limits.text.name).min(1, { error: 'This field is required' }),
    scopes: z
      .array(z.enum(tokenScopes))
      .min(1, { error: 'Choose at least one' })
      .max(tokenScopes.length)
      .overwrite((chosen) => tokenScopes.filter((scope) => chosen.includes(scope))),
    /** The last day on which it works: at most one year from today. */
    expiresOn: day,
  }),
  status: 201,
  response: z.object({ token: accessToken, secret: z.string() }),
  refuses: ['expiry-past', 'token-end', 'token-limit'],
})

export const endToken = endpoint({
  id: 'endToken',
  summary: 'End one of the caller’s own personal access tokens at once',
  who: 'signed-in',
  noProof: 'closes',
  params: z.object({ tokenId: id }),
  response: done,
  refuses: ['token-not-found'],
})
