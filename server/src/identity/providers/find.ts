import { and, eq, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { authAccounts } from '../../db/tables/accounts.ts'
import { identityDomains, identityProviders } from '../../db/tables/sign-in.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { isDeactivated } from '../../kernel/context/deactivated.ts'
import type { Services } from '../../kernel/services.ts'
import { isAbove } from '../accounts/ways.ts'

/** A provider that signs people in: one of the database, or the configuration’s. */
export type SignInProvider = {
  /** Id of its row, and of the identities of its people; the issuer for the configuration’s. */
  id: string
  kind: 'oidc' | 'saml'
  name: string
  issuer: string
  clientId: string
  /** Secret as stored, encrypted; the configuration’s as it is. */
  clientSecret: string | null
  signInUrl: string
  certificates: string[]
  /** null: it belongs to the deployment. */
  organizationId: string | null
  defaultRole: string
  checksSecondFactor: boolean
  /** Tells whether it is the configuration’s, which speaks for every email that it has verified. */
  configured: boolean
}

const { id, organizationId, enabled } = identityProviders

/**
 * Providers that may sign people in: switched on, of an organisation that is not deactivated, and an organisation’s only
 * once an administrator has confirmed a domain, and with it whom the organisation trusts.
 */
const usable: SQL | undefined = and(
  eq(enabled, true),
  not(isDeactivated(organizationId)),
  or(
    isNull(organizationId),
    sql`exists (select 1 from ${identityDomains} d where d.provider_id = ${id} and d.confirmed_at is not null)`,
  ),
)

/** Returns the provider that the configuration names, if it does. */
export function configuredProvider({ config }: Pick<Services, 'config'>): SignInProvider | null {
  if (!config.oidc) return null
  const { issuer, clientId, clientSecret } = config.oidc
  return {
    id: issuer,
    kind: 'oidc',
    name: new URL(issuer).host,
    issuer,
    clientId,
    clientSecret,
    signInUrl: '',
    certificates: [],
    organizationId: null,
    defaultRole: 'guest',
    checksSecondFactor: false,
    configured: true,
  }
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Finds the provider with this id that may sign people in now; without an id the configuration’s. */
export async function findUsable(
  services: Pick<Services, 'config'>,
  { tx }: ReadCtx,
  providerId: string | undefined,
): Promise<SignInProvider | null> {
  const configured = configuredProvider(services)
  if (!providerId || providerId === configured?.id) return configured
  if (!isId(providerId)) return null
  const [row] = await tx
    .select()
    .from(identityProviders)
    .where(and(eq(id, providerId), usable))
  return row ? { ...row, configured: false } : null
}

/** Finds the providers that people of an organisation (null: of none) may link their accounts with. */
export async function linkable(
  services: Pick<Services, 'config'>,
  { tx }: ReadCtx,
  person: { role: string; organizationId: string | null },
): Promise<SignInProvider[]> {
  const rows = await tx
    .select()
    .from(identityProviders)
    .where(and(usable, or(isNull(organizationId), sql`${organizationId} = ${person.organizationId}`)))
    .orderBy(identityProviders.name, id)
  const configured = configuredProvider(services)
  return [...(configured ? [configured] : []), ...rows.map((row) => ({ ...row, configured: false }))].filter(
    (provider) => serves(provider, person),
  )
}

/** Way in which an identity of a provider came to its account; see the table. */
export type LinkedBy = (typeof authAccounts.$inferSelect)['linkedBy']

/**
 * Tells whether an identity signs in its person. People who see every document are signed in only by one that they linked themselves, or
 * they would be at the mercy of whoever runs the provider; by the deployment's also where their account was made for it, as an
 * administrator chose that. (Identities from before it was noted how they were linked count if they are the deployment's.)
 */
export const signsIn = (
  provider: Pick<SignInProvider, 'organizationId'>,
  person: { role: string; organizationId: string | null },
  linkedBy: LinkedBy,
): boolean =>
  serves(provider, person) &&
  (!isAbove(person.role) ||
    linkedBy === 'person' ||
    (provider.organizationId === null && linkedBy !== 'email'))

/**
 * Tells whether a provider may sign in this person at all. An organisation’s serves its members, and never administrators, who would be at
 * the mercy of whoever manages that organisation.
 */
export const serves = (
  provider: Pick<SignInProvider, 'organizationId'>,
  person: { role: string; organizationId: string | null },
): boolean =>
  provider.organizationId === null ||
  (person.organizationId === provider.organizationId && person.role !== 'admin')

/** Tells whether an administrator confirmed that this provider speaks for emails of this domain. */
export const speaksFor = async (
  { tx }: ReadCtx,
  provider: SignInProvider,
  domain: string,
): Promise<boolean> =>
  !provider.configured &&
  (await tx.$count(
    identityDomains,
    and(
      eq(identityDomains.providerId, provider.id),
      eq(identityDomains.domain, domain),
      isNotNull(identityDomains.confirmedAt),
    ),
  )) > 0
