import { z } from 'zod'
import { challenge, security } from './auth-api.ts'
import { address } from './auth-grants.ts'
import { endpoint } from './endpoint.ts'
import { domainName } from './providers.ts'

/*
 * The calls of the authentication API that lead to a provider and back (ADR 26).
 */

const wayTo = {
  /** Id or issuer of a provider; `oidc` means the one that the configuration names. */
  provider: address.optional(),
  redirect_to: address.optional(),
  ...challenge,
  skip_http_redirect: z.string().max(5).optional(),
  scopes: address.optional(),
}
const url = z.object({ url: z.string() })

export const authAuthorize = endpoint({
  id: 'authAuthorize',
  summary:
    'Lead a browser to a sign-in provider, and afterwards to redirect_to with ?code= for grant_type=pkce',
  who: 'public',
  errors: 'auth',
  perMinute: 60,
  query: z.object({
    ...wayTo,
    /** Ticket of POST /sso and GET /user/identities/authorize. */ ticket: z.string().max(200).optional(),
  }),
  sends: 'text/plain',
  response: z.null(),
  refuses: [
    'auth-code-unknown',
    'pkce-needed',
    'provider-failed',
    'provider-not-found',
    'redirect-not-allowed',
  ],
})

export const authCallback = endpoint({
  id: 'authCallback',
  summary: 'Where a sign-in provider sends the browser back to; it goes on to redirect_to',
  who: 'public',
  errors: 'auth',
  perMinute: 60,
  query: z.object({
    state: z.string().max(200),
    code: z.string().max(4_096).optional(),
    iss: address.optional(),
    error: z.string().max(200).optional(),
  }),
  sends: 'text/plain',
  response: z.null(),
  refuses: ['flow-unknown', 'provider-failed'],
})

export const authSso = endpoint({
  id: 'authSso',
  summary: 'The address to sign in with the provider of an email domain, or with a provider by its id',
  who: 'public',
  errors: 'auth',
  perMinute: 60,
  captcha: true,
  body: z.object({
    domain: domainName.optional(),
    provider_id: address.optional(),
    redirect_to: address.nullish(),
    skip_http_redirect: z.boolean().optional(),
    ...challenge,
    ...security,
  }),
  response: url,
  refuses: ['pkce-needed', 'provider-not-found', 'redirect-not-allowed'],
})

export const authLinkIdentity = endpoint({
  id: 'authLinkIdentity',
  summary: 'The address to link one’s own account with a provider; grant_type=pkce ends it',
  who: 'signed-in',
  errors: 'auth',
  needsProof: true,
  query: z.object(wayTo),
  response: url,
  refuses: ['identity-linked', 'provider-failed', 'provider-not-found', 'session-ended'],
})

export const authUnlinkIdentity = endpoint({
  id: 'authUnlinkIdentity',
  summary: 'Unlink a provider or a wallet from one’s own account, unless it is the last way in',
  who: 'signed-in',
  errors: 'auth',
  needsProof: true,
  params: z.object({ identityId: z.uuid() }),
  response: z.object({}),
  refuses: ['identity-not-found', 'last-way-in', 'session-ended'],
})
