import type { AuthUser } from '@deedbox/contract/auth-api.ts'
import { asc, eq } from 'drizzle-orm'
import { authAccounts, profiles } from '../../db/tables/accounts.ts'
import { factors } from '../../db/tables/sign-in.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'

type Person = typeof profiles.$inferSelect
const kinds = { totp: 'totp', phone: 'phone', passkey: 'webauthn' } as const

/**
 * Returns a person as the clients of the authentication API know them. `half`: the session still lacks a second factor; then only the
 * factors that could complete it are named, because a client needs their ids to be asked for one.
 */
export async function authUserOf(
  { tx }: ReadCtx,
  userId: string,
  { half }: { half: boolean },
): Promise<AuthUser> {
  const [person] = await tx.select().from(profiles).where(eq(profiles.id, userId))
  if (!person) throw new Error('The person of this session is gone')
  const accounts = await tx
    .select()
    .from(authAccounts)
    .where(eq(authAccounts.userId, userId))
    .orderBy(asc(authAccounts.createdAt))
  const ownFactors = await tx
    .select()
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(asc(factors.createdAt))
  return {
    ...describe(person),
    identities: identitiesOf(person, accounts),
    app_metadata: metadata(person, accounts),
    factors: ownFactors
      .filter(({ verifiedAt }) => verifiedAt !== null || !half)
      .map(({ id, name, kind, verifiedAt, createdAt }) => ({
        id,
        ...(!half && { friendly_name: name }),
        factor_type: kinds[kind],
        status: verifiedAt ? 'verified' : 'unverified',
        created_at: createdAt.toISOString(),
        updated_at: (verifiedAt ?? createdAt).toISOString(),
      })),
  }
}

type Account = typeof authAccounts.$inferSelect
const linked = (accounts: Account[]) => accounts.filter(({ providerId }) => providerId !== 'credential')

function metadata({ role }: Pick<Person, 'role'>, accounts: Account[]) {
  const providers = [...new Set(['email', ...linked(accounts).map(({ providerId }) => providerId)])]
  return { provider: 'email', providers, role }
}

/** Lists the identities of a person. Everybody has an email, to which a code can be sent; whoever linked a provider has that too. */
function identitiesOf(person: Person, accounts: Account[]): AuthUser['identities'] {
  const data = { email: person.email, email_verified: person.emailVerified }
  const own = accounts.find(({ providerId }) => providerId === 'credential')
  const times = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) => ({
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  })
  return [
    {
      id: person.id,
      identity_id: own?.id ?? person.id,
      user_id: person.id,
      provider: 'email',
      identity_data: { ...data, sub: person.id },
      ...times(own ?? person),
    },
    ...linked(accounts).map((account) => ({
      id: account.accountId,
      identity_id: account.id,
      user_id: person.id,
      provider: account.providerId,
      identity_data: { ...data, sub: account.accountId },
      ...times(account),
    })),
  ]
}

const described = { aud: 'authenticated', role: 'authenticated', is_anonymous: false } as const

function describe(person: Person) {
  const created = person.createdAt.toISOString()
  return {
    ...described,
    id: person.id,
    email: person.email,
    phone: person.signInPhone ?? '',
    ...(person.emailVerified && { email_confirmed_at: created, confirmed_at: created }),
    ...(person.signInPhone && { phone_confirmed_at: person.updatedAt.toISOString() }),
    ...(person.lastSignedInAt && { last_sign_in_at: person.lastSignedInAt.toISOString() }),
    user_metadata: { first_name: person.firstName, last_name: person.lastName },
    created_at: created,
    updated_at: person.updatedAt.toISOString(),
  }
}

/** Describes somebody who signed up and has not entered the mailed code yet; nothing of them is in `profiles`. */
export function authUserToBe(
  { id, email, firstName, lastName, role }: Pick<Person, 'id' | 'email' | 'firstName' | 'lastName' | 'role'>,
  now: Date,
): AuthUser {
  const at = now.toISOString()
  const [times, sub] = [{ created_at: at, updated_at: at }, id]
  return {
    ...described,
    ...times,
    id,
    email,
    phone: '',
    confirmation_sent_at: at,
    user_metadata: { first_name: firstName, last_name: lastName },
    app_metadata: metadata({ role }, []),
    identities: [
      {
        ...{ id, identity_id: id, user_id: id, provider: 'email', ...times },
        identity_data: { email, email_verified: false, sub },
      },
    ],
    factors: [],
  }
}
