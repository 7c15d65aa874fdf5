import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authAccounts } from '../../db/tables/accounts.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import type { Person } from '../../testing/app.ts'
import { codeOf, eventNames } from '../accounts/accounts.testing.ts'
import { cookiesOf, startProviders } from './providers.testing.ts'

let at: Awaited<ReturnType<typeof startProviders>>
let deployments: string
beforeAll(async () => {
  at = await startProviders()
  deployments = await at.provider(null, null, { name: 'Practice ID' })
})
afterAll(() => at.stop())

const identities = ({ id }: Person) =>
  at.app.services.database.db
    .select()
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, id), ne(authAccounts.providerId, 'credential')))

/** Goes to the provider from the profile, and comes back as `back`, or in another session. */
async function linkAs(as: Person, sub: string, back: Person | null = as) {
  const answer = await at.app.call(as, 'POST', '/api/identities', { providerId: deployments })
  if (answer.statusCode !== 200) return codeOf(answer)
  const said = { sub, email: `${sub}@private.example`, email_verified: false }
  const arrived = await at.openId.visit(answer.json().url, said)
  const cookie = [cookiesOf(answer), back?.cookie].filter(Boolean).join('; ')
  return (await at.arrive(arrived, cookie)).to
}
const unlink = async (as: Person) => {
  const [identity] = await identities(as)
  return at.app.call(as, 'DELETE', `/api/identities/${identity?.id}`)
}

test('a person links their account, whatever email the provider knows, and signs in with it', async () => {
  const ada = await at.app.person('admin')
  expect((await at.must(ada, 'GET', '/api/identities/linkable')).providers).toEqual([
    { id: deployments, name: 'Practice ID' },
  ])
  expect(await linkAs(ada, 'ada')).toBe('/profile#security')
  expect((await at.must(ada, 'GET', '/api/identities/linkable')).providers).toEqual([])
  const signedIn = await at.signIn(deployments, { sub: 'ada', email: 'ada@private.example' })
  expect(signedIn.user).toMatchObject({ id: ada.id, role: 'admin' })
  expect(await eventNames(at.app, ada.email)).toEqual(['identity_linked', 'signed_in'])
  const { db } = at.app.services.database
  const mails = await db.select().from(mailMessages).where(eq(mailMessages.recipient, ada.email))
  expect(mails[0]).toMatchObject({ kind: 'security_notice' })
  expect(await linkAs(ada, 'ada too')).toBe('identity-linked')
})

test('an identity belongs to one account, and is linked only by who began, who must have proved it', async () => {
  const { app } = at
  const [one, two] = [await app.person('requestor'), await app.person('requestor')]
  expect(await linkAs(one, 'shared')).toBe('/profile#security')
  expect(await linkAs(two, 'shared')).toBe('/profile?error=identity-taken')
  expect(await linkAs(two, 'swapped', one)).toBe('/profile?error=not-signed-in')
  expect(await linkAs(two, 'nobody', null)).toBe('/profile?error=not-signed-in')
  expect(await identities(two)).toEqual([])
  await app.services.database.query(
    "update sessions set proved_at = now() - interval '1 hour' where user_id = $1",
    [two.id],
  )
  expect(await linkAs(two, 'unproved')).toBe('proof-needed')
})

test('the last way in is never unlinked', async () => {
  const { app } = at
  const person = await app.person('requestor')
  await linkAs(person, 'last')
  expect(codeOf(await unlink(person))).toBe('last-way-in')
  expect(await identities(person)).toHaveLength(1)
  const other = await app.person('requestor')
  const [theirs] = await identities(person)
  expect(codeOf(await app.call(other, 'DELETE', `/api/identities/${theirs?.id}`))).toBe('identity-not-found')

  const library = await app.services.auth.context()
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const account = { userId: person.id, accountId: person.id, providerId: 'credential', ...times }
  await library.internalAdapter.createAccount({ ...account, password: 'a hash' })
  expect((await unlink(person)).statusCode).toBe(200)
  expect(await identities(person)).toEqual([])
  expect(await eventNames(app, person.email)).toEqual(['identity_linked', 'identity_unlinked'])
})

test('where the domain wants its provider only, a password is no other way in', async () => {
  const { app, must, admin } = at
  const { provider } = await must(admin, 'POST', `/api/providers/${deployments}/domains`, {
    domain: 'only.example',
    required: true,
  })
  expect(provider.domains).toHaveLength(1)
  const person = await app.person('requestor', { email: 'one@only.example' })
  await linkAs(person, 'only')
  const library = await app.services.auth.context()
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const account = { userId: person.id, accountId: person.id, providerId: 'credential', ...times }
  await library.internalAdapter.createAccount({ ...account, password: 'a hash' })
  expect(codeOf(await unlink(person))).toBe('last-way-in')
})

test('an organisation’s provider is linked by its members only, and never by administrators', async () => {
  const { app } = at
  const organizationId = await at.organization('Harbour Legal')
  const providerId = await at.provider(organizationId, 'harbour.example')
  const link = (as: Person) => app.call(as, 'POST', '/api/identities', { providerId })
  expect((await link(await app.person('requestor', { organizationId }))).statusCode).toBe(200)
  for (const stranger of [await app.person('trustee'), await app.person('admin', { organizationId })])
    expect(codeOf(await link(stranger))).toBe('provider-not-found')
})
