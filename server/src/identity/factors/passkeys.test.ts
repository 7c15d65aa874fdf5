import { minuteMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import { factors, identityDomains, identityProviders } from '../../db/tables/sign-in.ts'
import type { Person } from '../../testing/app.ts'
import { type Accounts, codeOf, cookieOf, eventsOf, startAccounts } from '../accounts/accounts.testing.ts'
import { createAuthenticator } from './authenticator.testing.ts'
import { withFactors } from './factors.testing.ts'

let the: Accounts
let firstStep: ReturnType<typeof withFactors>['firstStep']
beforeAll(async () => {
  the = await startAccounts()
  firstStep = withFactors(the).firstStep
})
afterAll(() => the.stop())

type Authenticator = ReturnType<typeof createAuthenticator>

let addresses = 1
/** Returns a new address: somebody's failures count for their address too, so that each test comes from another. */
const freshAddress = () => `10.1.0.${addresses++}`

const begin = async (as: Person | null) => {
  const answer = await the.post('/api/factors/passkeys/options', {}, '127.0.0.1', as)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const add = (as: Person, response: object, name = 'Laptop') =>
  the.post('/api/factors/passkeys', { name, response }, '127.0.0.1', as)

const options = async (as: Person | null = null) =>
  (await the.post('/api/session/passkey/options', {}, '127.0.0.1', as)).json()
const use = (response: object, as: Person | null = null, ip = freshAddress()) =>
  the.post('/api/session/passkey', { response }, ip, as)

/** Makes somebody with a password and a passkey. */
async function withPasskey(name: string, authenticator: Authenticator = createAuthenticator()) {
  const person = await the.newcomer(`${name}@example.com`)
  const added = await add(person, authenticator.create(await begin(person)))
  expect(added.statusCode, added.body).toBe(201)
  expect(added.json().backupCodes).toHaveLength(10)
  return { person, authenticator, passkeyId: added.json().passkey.id as string }
}

/** Takes the first step of signing in, with the password. */
async function halfIn(email: string): Promise<Person> {
  const answer = await the.signIn(email, undefined, freshAddress())
  expect(answer.json()).toMatchObject({ user: null, pending: { email, lacks: 'factor' } })
  return { id: '', email, cookie: cookieOf(answer) }
}

const whoIs = async (cookie: string) =>
  (await the.app.call({ id: '', email: '', cookie }, 'GET', '/api/session')).json().user?.email
const stepsOf = async (email: string) =>
  (await eventsOf(the.app, email)).flatMap(({ event, details }) =>
    event === 'sign_in_failed' ? [details?.step] : [],
  )
const stored = async (id: string) =>
  (await the.app.services.database.db.select().from(factors).where(eq(factors.id, id)))[0]

test('a passkey is added, found by the browser alone, and signs in without a password or another factor', async () => {
  const authenticator = createAuthenticator()
  authenticator.synced = true
  const { person, passkeyId } = await withPasskey('whole', authenticator)
  expect(await stored(passkeyId)).toMatchObject({ name: 'Laptop', backedUp: true, transports: ['internal'] })
  expect(await whoIs(person.cookie)).toBe(person.email)

  const asked = await options()
  expect(asked).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
  const answer = await use(authenticator.get(asked))
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject({ user: { email: person.email }, pending: null })
  expect(await whoIs(cookieOf(answer))).toBe(person.email)
  expect((await stored(passkeyId))?.lastUsedAt).not.toBeNull()
  const events = await eventsOf(the.app, person.email)
  expect(events.map(({ event }) => event)).toEqual(['factor_added', 'signed_in'])
  const told = await the.smtp.next(({ deliveredTo }) => deliveredTo === person.email)
  expect(told.subject).toBe('A passkey was added to your account')
  expect(events[1]?.details).toEqual({ method: 'passkey' })
})

test('after the password, the passkey is the second factor; until then the session is half a one', async () => {
  const { person, authenticator } = await withPasskey('second')
  const half = await halfIn(person.email)
  expect((await the.app.call(half, 'GET', '/api/profile')).statusCode).toBe(401)
  expect(codeOf(await the.post('/api/factors/passkeys/options', {}, '127.0.0.1', half))).toBe('factor-needed')
  const asked = await options(half)
  expect(asked.allowCredentials).toMatchObject([{ transports: ['internal'], type: 'public-key' }])
  const answer = await use(authenticator.get(asked), half)
  expect(answer.json().user.email).toBe(person.email)
  expect((await the.app.call(half, 'GET', '/api/profile')).statusCode).toBe(200)
  expect((await eventsOf(the.app, person.email)).at(-1)).toMatchObject({
    event: 'factor_passed',
    details: { method: 'passkey' },
  })
})

test('a device that passed with a passkey can be remembered; a removed passkey opens nothing', async () => {
  const { person, authenticator, passkeyId } = await withPasskey('remembered')
  const { answer, half } = await firstStep(person)
  const response = authenticator.get(await options(half))
  await the.post('/api/session/passkey', { response, remember: true }, '127.0.0.1', half)
  const again = (await firstStep(person, half.cookie)).answer
  expect(again.json()).toMatchObject({ user: { email: person.email } })
  expect(answer.json()).toMatchObject({ user: null })

  const removed = await the.app.call(person, 'DELETE', `/api/factors/${passkeyId}`)
  expect(removed.statusCode, removed.body).toBe(200)
  expect(codeOf(await use(authenticator.get(await options())))).toBe('login-invalid')
})

test('a passkey of somebody else completes nobody’s session', async () => {
  const { person } = await withPasskey('owner')
  const other = await withPasskey('other')
  const half = await halfIn(person.email)
  expect(codeOf(await use(other.authenticator.get(await options(half)), half))).toBe('passkey-invalid')
  expect(codeOf(await use(other.authenticator.get(await options()), half))).toBe('passkey-invalid')
  expect(await whoIs(half.cookie)).toBeUndefined()
  expect(await stepsOf(person.email)).toEqual(['another person’s passkey', 'another person’s passkey'])
})

test('a challenge works once, for five minutes, for the session that asked', async () => {
  const { person, authenticator } = await withPasskey('challenge')
  const answer = authenticator.get(await options())
  expect((await use(answer)).statusCode).toBe(200)
  expect(codeOf(await use(answer))).toBe('passkey-expired')
  expect(codeOf(await use(authenticator.get(await options(), { challenge: 'made-up' })))).toBe(
    'passkey-expired',
  )

  const late = authenticator.get(await options())
  the.app.shift(5 * minuteMs)
  expect(codeOf(await use(late))).toBe('passkey-expired')

  const [mine, theirs] = [await halfIn(person.email), await halfIn(person.email)]
  expect(codeOf(await use(authenticator.get(await options(mine)), theirs))).toBe('passkey-expired')
  expect(codeOf(await use(authenticator.get(await begin(person).then(asGet))))).toBe('passkey-expired')
  expect(await stepsOf(person.email)).toEqual([])
})

const asGet = ({ challenge, rp }: { challenge: string; rp: { id: string } }) => ({ challenge, rpId: rp.id })

test('a wrong origin, relying party or signature, and a person who was not verified, are refused and counted', async () => {
  const { person, authenticator } = await withPasskey('wrong')
  const stranger = createAuthenticator()
  const wrongs = [
    { origin: 'https://deedbox.evil.example' },
    { rpId: 'deedbox.evil.example' },
    { unverified: true },
  ]
  for (const wrong of wrongs)
    expect(codeOf(await use(authenticator.get(await options(), wrong)))).toBe('login-invalid')
  const asked = await options()
  const forged = {
    ...stranger.get(asked),
    id: authenticator.get(asked).id,
    rawId: authenticator.get(asked).id,
  }
  expect(codeOf(await use(forged))).toBe('login-invalid')
  expect(await stepsOf(person.email)).toEqual(['passkey', 'passkey', 'passkey', 'passkey'])
  expect(codeOf(await the.signIn(person.email, 'not it', freshAddress()))).toBe('login-invalid')

  // Five failures are five, whichever the way: now the right passkey does not help either.
  const locked = await use(authenticator.get(await options()))
  expect([codeOf(locked), locked.json().error.retryAfterMinutes]).toEqual(['login-locked', 15])
  the.app.shift(15 * minuteMs)
  expect((await use(authenticator.get(await options()))).statusCode).toBe(200)
})

test('an unknown passkey is a failure of its address', async () => {
  const ip = freshAddress()
  const answer = await use(createAuthenticator().get(await options()), null, ip)
  expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'login-invalid'])
  const { rows } = await the.app.services.database.query<{ email: string }>(
    'select email from address_attempts where network = $1 and failed_at is not null',
    [ip],
  )
  expect(rows).toEqual([{ email: expect.stringMatching(/^passkey [\w-]{16}$/) }])
})

test('a counter that goes back gives a copy away', async () => {
  const { person, authenticator, passkeyId } = await withPasskey('counter')
  authenticator.counter = 7
  expect((await use(authenticator.get(await options()))).statusCode).toBe(200)
  for (const counter of [7, 6, 0]) {
    authenticator.counter = counter
    expect(codeOf(await use(authenticator.get(await options())))).toBe('login-invalid')
  }
  expect(await stepsOf(person.email)).toEqual(['cloned passkey', 'cloned passkey', 'cloned passkey'])
  authenticator.counter = 8
  expect((await use(authenticator.get(await options()))).statusCode).toBe(200)
  expect((await stored(passkeyId))?.counter).toBe(8)
})

test('who is deactivated does not get in with a passkey', async () => {
  const { person, authenticator } = await withPasskey('gone')
  await the.app.services.database.db
    .update(profiles)
    .set({ deactivatedAt: new Date() })
    .where(eq(profiles.id, person.id))
  const answer = await use(authenticator.get(await options()))
  expect([codeOf(answer), answer.headers['set-cookie']]).toEqual(['login-invalid', undefined])
  expect(await stepsOf(person.email)).toEqual(['deactivated'])
})

test('where a domain requires its provider, a passkey lets in administrators only', async () => {
  const { person, authenticator } = await withPasskey('only-by-provider')
  const { db } = the.app.services.database
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const [provider] = await db
    .insert(identityProviders)
    .values({ ...times, kind: 'oidc', name: 'Acme', issuer: 'https://id.acme.example' })
    .returning()
  const domain = { domain: 'example.com', required: true, createdAt: new Date(), confirmedAt: new Date() }
  await db.insert(identityDomains).values({ ...domain, providerId: provider?.id ?? '' })
  expect(codeOf(await use(authenticator.get(await options())))).toBe('provider-required')
  expect(await stepsOf(person.email)).toEqual(['provider only'])
  await db.update(profiles).set({ role: 'admin' }).where(eq(profiles.id, person.id))
  expect((await use(authenticator.get(await options()))).statusCode).toBe(200)
  await db.delete(identityProviders)
})

test('a new passkey is bound to the session, the site and a verified person, and is added once', async () => {
  const { person, authenticator } = await withPasskey('adding')
  const other = await the.newcomer('adding-too@example.com')
  const asked = await begin(person)
  expect(asked).toMatchObject({
    rp: { id: 'localhost', name: 'Deedbox' },
    user: { name: person.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.get({ challenge: '', rpId: '' }).id }],
  })
  const fresh = createAuthenticator()
  expect(codeOf(await add(other, fresh.create(asked)))).toBe('passkey-expired')
  for (const wrong of [{ origin: 'http://127.0.0.1:0' }, { rpId: '127.0.0.1' }, { unverified: true }])
    expect(codeOf(await add(person, fresh.create(await begin(person), wrong)))).toBe('passkey-invalid')
  expect(codeOf(await add(person, fresh.create({ ...asked, challenge: 'made-up' })))).toBe('passkey-expired')
  expect(codeOf(await add(other, authenticator.create(await begin(other))))).toBe('passkey-exists')
  const answer = fresh.create(asked)
  const added = await add(person, answer, 'Phone')
  expect([added.statusCode, added.json().backupCodes]).toEqual([201, null])
  expect(codeOf(await add(person, answer))).toBe('passkey-expired')
  const { factors: mine } = (await the.app.call(person, 'GET', '/api/factors')).json()
  expect(mine).toMatchObject([
    { kind: 'passkey', name: 'Laptop', backedUp: false },
    { kind: 'passkey', name: 'Phone' },
  ])
})

test('adding a passkey wants a proof from the last 15 minutes', async () => {
  const person = await the.newcomer('proof@example.com')
  await the.app.services.database.db
    .update(sessions)
    .set({ provedAt: new Date(0) })
    .where(eq(sessions.userId, person.id))
  expect(codeOf(await the.post('/api/factors/passkeys/options', {}, '127.0.0.1', person))).toBe(
    'proof-needed',
  )
})
