import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, email, id, instant, line } from './fields.ts'
import { limits } from './limits.ts'
import { roles } from './permissions.ts'
import { providerRoles } from './provider-roles.ts'

/** The kinds of sign-in provider: OpenID Connect, SAML 2.0. */
export const providerKinds = ['oidc', 'saml'] as const

const address = line(limits.text.address)
const required = { error: 'This field is required' }

type Field = { schema: z.ZodType; decides: boolean }

/**
 * Fields of a provider. `decides`: the field names who vouches for people's identity, or for whom an answer is meant; if an Org Admin changes it, all
 * domains of the provider wait for an administrator again.
 */
const fields = {
  name: { decides: false, schema: line(limits.text.name).min(1, required) },
  /** Issuer (OpenID Connect) or entity id (SAML). */
  issuer: { decides: true, schema: address.min(1, required) },
  /** Audience of the provider's tokens (OpenID Connect). */
  clientId: { decides: true, schema: line(limits.text.client).default('') },
  /** Secret that proves to the provider who Deedbox is. Blank leaves it as it is, and it is never sent back. */
  clientSecret: { decides: false, schema: z.string().max(limits.text.message).default('') },
  /** Address for sign-in requests (SAML); `certificates` (PEM) may sign its answers. */
  signInUrl: { decides: true, schema: address.default('') },
  certificates: {
    decides: true,
    schema: z.array(z.string().max(limits.text.certificate)).max(limits.providers.certificates).default([]),
  },
  /** The role of people who come for the first time. */
  defaultRole: { decides: false, schema: z.enum(providerRoles).default('guest') },
  /** State: it checks a second factor itself, so that Deedbox asks for none. Only an administrator may set this. */
  checksSecondFactor: { decides: false, schema: z.boolean().default(false) },
  enabled: { decides: false, schema: z.boolean().default(true) },
} as const satisfies Record<string, Field>

type Fields = typeof fields
type Deciding = { [K in keyof Fields]: Fields[K]['decides'] extends true ? K : never }[keyof Fields]

const details = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as {
  [K in keyof Fields]: Fields[K]['schema']
}

/** Fields of a provider whose change waits for an administrator. */
export const decidingFields = (Object.keys(fields) as (keyof Fields)[]).filter(
  (name): name is Deciding => fields[name].decides,
)

export const providerDomain = z.object({
  id: z.string(),
  domain: z.string(),
  /** State: people of this domain sign in through the provider only. */
  required: z.boolean(),
  /** Time of confirmation; null while it waits for an administrator and does not count yet. */
  confirmedAt: instant.nullable(),
})
export type ProviderDomain = z.infer<typeof providerDomain>

export const provider = z.object({
  id: z.string(),
  /** Organisation; null if the provider belongs to the deployment. */
  organizationId: z.string().nullable(),
  organizationName: z.string().nullable(),
  kind: z.enum(providerKinds),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  signInUrl: z.string(),
  certificates: z.array(z.string()),
  /** Ends of the certificates, in the same order. */
  certificateEnds: z.array(instant),
  defaultRole: z.enum(roles),
  checksSecondFactor: z.boolean(),
  enabled: z.boolean(),
  domains: z.array(providerDomain),
  /** Number of people who sign in with it. */
  people: z.number(),
  createdAt: instant,
})
export type Provider = z.infer<typeof provider>

const one = z.object({ provider })
const providerId = z.object({ providerId: id })
const domainIds = providerId.extend({ domainId: id })
const managing = ['canManageSystem', 'canManageOrganization'] as const

export const listProviders = endpoint({
  id: 'listProviders',
  summary:
    'Sign-in providers of an organisation or of the deployment; for an Org Admin those of their own organisation',
  who: managing,
  /** Query in which `waiting` asks for providers with a domain that waits for an administrator. */
  query: z.object({
    of: z.union([z.literal('deployment'), id]).optional(),
    waiting: z.stringbool().default(false),
  }),
  response: z.object({
    providers: z.array(provider),
    /** Addresses of Deedbox that the provider must be told. */
    ours: z.object({ redirectUri: z.string(), acsUrl: z.string(), entityId: z.string() }),
  }),
  refuses: ['organization-not-found'],
})

export const addProvider = endpoint({
  id: 'addProvider',
  summary: 'Add a sign-in provider to an organisation, or to the deployment (null)',
  who: managing,
  needsProof: true,
  body: z.strictObject({ organizationId: id.nullable(), kind: z.enum(providerKinds), ...details }),
  status: 201,
  response: one,
  refuses: ['organization-not-found', 'provider-limit', 'role-not-yours'],
})

export const changeProvider = endpoint({
  id: 'changeProvider',
  summary:
    'Change a sign-in provider. With another issuer the identities of the former one are unlinked; what an Org Admin changes about whom it trusts waits for an administrator',
  who: managing,
  needsProof: true,
  params: providerId,
  body: z.strictObject(details),
  response: one,
  refuses: ['provider-not-found', 'role-not-yours'],
})

export const removeProvider = endpoint({
  id: 'removeProvider',
  summary: 'Remove a sign-in provider with its domains and everybody’s identities',
  who: managing,
  needsProof: true,
  params: providerId,
  response: done,
  refuses: ['provider-not-found'],
})

export const checkProvider = endpoint({
  id: 'checkProvider',
  summary: 'Ask the provider what it is, and say plainly what is wrong',
  who: managing,
  noProof: 'looks',
  perMinute: 20,
  params: providerId,
  response: z.object({ problems: z.array(z.string()) }),
  refuses: ['provider-not-found'],
})

export const readSamlMetadata = endpoint({
  id: 'readSamlMetadata',
  summary: 'What the metadata of a SAML identity provider says: the XML that was sent, or what is at `url`',
  who: managing,
  noProof: 'looks',
  perPersonMinute: 20,
  takesFile: true,
  perMinute: 20,
  query: z.object({ url: address.optional() }),
  response: z.object({
    issuer: z.string(),
    signInUrl: z.string(),
    certificates: z.array(z.string()),
    certificateEnds: z.array(instant),
  }),
  refuses: ['saml-metadata', 'request-too-large'],
})

/** Email domain in full: example.com. */
export const domainName = line(limits.text.email)
  .toLowerCase()
  .pipe(
    z.string().regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/, {
      error: 'Please enter a domain like example.com.au',
    }),
  )

export const addDomain = endpoint({
  id: 'addProviderDomain',
  summary: 'Add an email domain to a sign-in provider. One that an Org Admin adds waits for an administrator',
  who: managing,
  needsProof: true,
  params: providerId,
  body: z.strictObject({ domain: domainName, required: z.boolean().default(false) }),
  status: 201,
  response: one,
  refuses: ['domain-exists', 'domain-limit', 'domain-public', 'domain-taken', 'provider-not-found'],
})

export const changeDomain = endpoint({
  id: 'changeProviderDomain',
  summary: 'Say whether people of an email domain sign in through the provider only',
  who: managing,
  needsProof: true,
  params: domainIds,
  body: z.strictObject({ required: z.boolean() }),
  response: one,
  refuses: ['domain-not-found', 'provider-not-found'],
})

export const removeDomain = endpoint({
  id: 'removeProviderDomain',
  summary: 'Remove an email domain from a sign-in provider',
  who: managing,
  needsProof: true,
  params: domainIds,
  response: one,
  refuses: ['domain-not-found', 'provider-not-found'],
})

export const confirmDomain = endpoint({
  id: 'confirmProviderDomain',
  summary: 'Confirm that an email domain belongs to the organisation of the provider; from then on it counts',
  who: ['canManageSystem'],
  needsProof: true,
  params: domainIds,
  response: one,
  refuses: ['domain-confirmed', 'domain-not-found', 'domain-taken', 'provider-not-found'],
})

export const signInWay = endpoint({
  id: 'signInWay',
  summary:
    'How people with such an email sign in. It depends on the domain only, and says nothing about accounts',
  who: 'public',
  perMinute: 60,
  body: z.strictObject({ email }),
  response: z.object({
    way: z.enum(['password', 'provider']),
    /** Id of the provider; null means a password. */
    providerId: z.string().nullable(),
    name: z.string().nullable(),
    /** State: there is no other way. */
    required: z.boolean(),
  }),
})

export const linkIdentity = endpoint({
  id: 'linkIdentity',
  summary: 'Begin to link one’s own account with a sign-in provider: the browser goes on to the address',
  who: 'signed-in',
  needsProof: true,
  body: z.strictObject({ providerId: z.string().min(1).max(limits.text.address) }),
  response: z.object({ url: z.string() }),
  refuses: ['identity-linked', 'provider-failed', 'provider-not-found'],
})

export const unlinkIdentity = endpoint({
  id: 'unlinkIdentity',
  summary: 'Unlink a sign-in provider from one’s own account, unless it is the last way in',
  who: 'signed-in',
  needsProof: true,
  params: z.object({ identityId: id }),
  response: done,
  refuses: ['identity-not-found', 'last-way-in'],
})

/** The providers that a person may link with, besides those they have linked. */
export const linkableProviders = endpoint({
  id: 'listLinkableProviders',
  summary: 'The sign-in providers that one’s own account may be linked with, and is not yet',
  who: 'signed-in',
  response: z.object({ providers: z.array(z.object({ id: z.string(), name: z.string() })) }),
})
