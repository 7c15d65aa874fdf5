import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations, profiles } from '../../db/tables/accounts.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import type { OpenIdPerson } from '../../testing/openid.ts'
import { codeOf, eventsOf } from '../accounts/accounts.testing.ts'
import { cookiesOf, startProviders } from './providers.testing.ts'

let at: Awaited<ReturnType<typeof startProviders>>
let harbour: string
let harbourId: string
beforeAll(async () => {
  at = await startProviders()
  harbour = await at.organization('Harbour Legal')
  harbourId = await at.provider(harbour, 'harbour.example')
})
afterAll(() => at.stop())

const named = (email: string, more: Partial<OpenIdPerson> = {}): OpenIdPerson => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  ...more,
})
const nobody = (code: string) => ({ to: `/login?error=${code}`, user: null })

test('a new person of the domain becomes a member with the default role, and is the same one the next time', async () => {
  const nora = named('nora@harbour.example', { given_name: 'Nora', family_name: 'Quay' })
  const first = await at.signIn(harbourId, nora, '/documents?search=deed')
  expect(first).toMatchObject({
    to: '/documents?search=deed',
    user: { email: 'nora@harbour.example', name: 'Nora Quay', role: 'requestor', organizationId: harbour },
  })
  const again = await at.signIn(harbourId, {
    ...nora,
    email: 'nora.new@harbour.example',
    email_verified: false,
  })
  expect(again.user.id).toBe(first.user.id)
  const events = await eventsOf(at.app, 'nora@harbour.example')
  expect(events.map(({ event }) => event)).toEqual([
    'account_created',
    'identity_linked',
    'signed_in',
    'signed_in',
  ])
  expect((await at.signIn(harbourId, nora, '//evil.example')).to).toBe('/dashboard')
})

test('guests get an end; trustees are confirmed, as an administrator chose that role', async () => {
  const guests = await at.provider(await at.organization('Guests'), 'guests.example', {
    defaultRole: 'guest',
  })
  const guest = await at.signIn(guests, named('gus@guests.example'))
  expect(guest.user.role).toBe('guest')
  expect(Date.parse(guest.user.accessExpiresAt)).toBeGreaterThan(Date.now())
  const trustees = await at.provider(null, 'practice.example', { defaultRole: 'trustee' })
  const trustee = await at.signIn(trustees, named('tess@practice.example'))
  expect(trustee.user).toMatchObject({ role: 'trustee', confirmed: true, organizationId: null })
})

test('an open invitation decides the role, but not beyond the provider’s organisation', async () => {
  const invited = async (email: string, role: string, organizationId: string | null) => {
    const expiresAt = new Date(Date.now() + dayMs)
    const by = { invitedBy: at.admin.id, invitedByName: 'Test admin', createdAt: new Date(), expiresAt }
    await at.app.services.database.db.insert(invitations).values({ email, role, organizationId, ...by })
    return at.signIn(harbourId, named(email))
  }
  expect((await invited('head@harbour.example', 'b2b_admin', harbour)).user).toMatchObject({
    role: 'b2b_admin',
  })
  const other = await at.organization('Elsewhere')
  expect(await invited('other@harbour.example', 'requestor', other)).toMatchObject(
    nobody('provider-other-account'),
  )
  expect(await invited('boss@harbour.example', 'admin', null)).toMatchObject(nobody('provider-other-account'))
})

test('a member who has an account signs in to it, and it is mailed to them', async () => {
  const known = await at.app.person('requestor', { email: 'known@harbour.example', organizationId: harbour })
  expect((await at.signIn(harbourId, named(known.email))).user.id).toBe(known.id)
  const { db } = at.app.services.database
  const mails = await db.select().from(mailMessages).where(eq(mailMessages.recipient, known.email))
  expect(mails.map(({ kind }) => kind)).toContain('security_notice')
})

test('a provider speaks for verified emails of its domains only, and for nobody who is not a member', async () => {
  const { app } = at
  const other = await at.organization('Another firm')
  const unverified = await app.person('requestor', {
    email: 'unverified@harbour.example',
    organizationId: harbour,
  })
  await app.person('requestor', { email: 'theirs@harbour.example', organizationId: other })
  await app.person('trustee', { email: 'alone@harbour.example' })
  await app.person('admin', { email: 'chief@harbour.example', organizationId: harbour })
  const away = await app.person('requestor', {
    email: 'away@harbour.example',
    organizationId: harbour,
    deactivatedAt: new Date(),
  })
  const refusals: [OpenIdPerson, string][] = [
    [named(unverified.email, { email_verified: false }), 'provider-unverified'],
    [{ sub: 'says nothing', email: unverified.email }, 'provider-unverified'],
    [named('somebody@elsewhere.example'), 'provider-refused'],
    [named('sub@sub.harbour.example'), 'provider-refused'],
    [named('theirs@harbour.example'), 'provider-other-account'],
    [named('alone@harbour.example'), 'provider-other-account'],
    [named('chief@harbour.example'), 'provider-other-account'],
    [named(away.email), 'provider-refused'],
  ]
  for (const [person, code] of refusals) {
    expect(await at.signIn(harbourId, person), person.email).toMatchObject(nobody(code))
    expect((await eventsOf(app, person.email)).at(-1)?.event).toBe('sign_in_failed')
  }
  const { db } = app.services.database
  expect(await db.select().from(profiles).where(eq(profiles.email, 'somebody@elsewhere.example'))).toEqual([])
})

test('who sees every document is signed in only by what they linked themselves, and keeps their other ways', async () => {
  const { app } = at
  const { db } = app.services.database
  // A member who came through the provider, and became a trustee since.
  const mia = named('mia@harbour.example')
  const { user } = await at.signIn(harbourId, mia)
  await db.update(profiles).set({ role: 'trustee', confirmedAt: new Date() }).where(eq(profiles.id, user.id))
  expect(await at.signIn(harbourId, mia)).toMatchObject(nobody('provider-other-account'))
  // A trustee who was never there, whatever provider names their email.
  const tom = await app.person('trustee', { email: 'tom@harbour.example', organizationId: harbour })
  expect(await at.signIn(harbourId, named(tom.email))).toMatchObject(nobody('provider-other-account'))
  const practices = await at.provider(null, 'own.example')
  const una = await app.person('trustee', { email: 'una@own.example' })
  expect(await at.signIn(practices, named(una.email))).toMatchObject(nobody('provider-other-account'))
  // The identity that is linked from inside signs them in, in place of the one that does not.
  const inside = await app.signIn(user.id, user.email)
  for (const [person, sub] of [
    [tom, 'sub of tom'],
    [inside, mia.sub],
  ] as const) {
    const begun = await app.call(person, 'POST', '/api/identities', { providerId: harbourId })
    const back = await at.openId.visit(begun.json().url, { ...mia, sub })
    const cookie = [cookiesOf(begun), person.cookie].join('; ')
    expect((await at.arrive(back, cookie)).to).toBe('/profile#security')
    expect((await at.signIn(harbourId, { ...mia, sub })).user).toMatchObject({
      id: person.id,
      role: 'trustee',
    })
  }
  // An invitation to that role is not taken up through an organisation's provider either.
  const expiresAt = new Date(Date.now() + dayMs)
  await db.insert(invitations).values({
    ...{ email: 'invited@harbour.example', role: 'trustee', organizationId: harbour, expiresAt },
    ...{ invitedBy: at.admin.id, invitedByName: 'Test admin', createdAt: new Date() },
  })
  expect(await at.signIn(harbourId, named('invited@harbour.example'))).toMatchObject(
    nobody('provider-other-account'),
  )
})

test('who left the organisation, or became an administrator, is no longer signed in by its provider', async () => {
  const { db } = at.app.services.database
  const lena = named('lena@harbour.example')
  const { user } = await at.signIn(harbourId, lena)
  await db.update(profiles).set({ role: 'admin' }).where(eq(profiles.id, user.id))
  expect(await at.signIn(harbourId, lena)).toMatchObject(nobody('provider-refused'))
  await db.update(profiles).set({ role: 'requestor', organizationId: null }).where(eq(profiles.id, user.id))
  expect(await at.signIn(harbourId, lena)).toMatchObject(nobody('provider-refused'))
})

test('a code works once, in the browser that asked for it, for the provider that was asked', async () => {
  const otherId = await at.provider(harbour, 'second.example', { name: 'Another way in' })
  const kim = named('kim@harbour.example')
  const mine = await at.leave(`provider=${harbourId}&email=kim@harbour.example`)
  expect(new URL(mine.address).searchParams.get('login_hint')).toBe('kim@harbour.example')
  const back = await at.openId.visit(mine.address, kim)

  expect(await at.arrive(back, '')).toMatchObject(nobody('provider-failed'))
  const theirs = await at.leave(`provider=${otherId}`)
  expect(await at.arrive(back, theirs.cookie)).toMatchObject(nobody('provider-failed'))
  const mixedUp = new URL(await at.openId.visit((await at.leave(`provider=${harbourId}`)).address, kim))
  mixedUp.searchParams.set('state', new URL(theirs.address).searchParams.get('state') ?? '')
  expect(await at.arrive(mixedUp, theirs.cookie)).toMatchObject(nobody('provider-failed'))

  expect((await at.arrive(back, mine.cookie)).user.email).toBe('kim@harbour.example')
  expect(await at.arrive(back, mine.cookie)).toMatchObject(nobody('provider-failed'))
})

test.each(['https://evil.example', null])(
  'an answer in the name of %s is not taken to the provider',
  async (iss) => {
    const { address, cookie } = await at.leave(`provider=${harbourId}`)
    const back = await at.openId.visit(address, named('iss@harbour.example'))
    if (iss) back.searchParams.set('iss', iss)
    else back.searchParams.delete('iss')
    expect(await at.arrive(back, cookie)).toMatchObject(nobody('provider-failed'))
  },
)

test('a provider that checks a second factor spares people ours', async () => {
  const { must, admin } = at
  const careful = await at.provider(await at.organization('Careful'), 'careful.example')
  const person = named('cara@careful.example')
  const now = (await must(admin, 'GET', '/api/settings')).values
  const asked = { secondFactorRoles: ['requestor'], secondFactorGraceDays: 0 }
  const was = {
    secondFactorRoles: now.secondFactorRoles,
    secondFactorGraceDays: now.secondFactorGraceDays,
  }
  await must(admin, 'PUT', '/api/settings', { changes: asked, was })
  expect((await at.signIn(careful, person)).user).toBeNull()
  await must(admin, 'PUT', `/api/providers/${careful}`, { ...at.details, checksSecondFactor: true })
  expect((await at.signIn(careful, person)).user).toMatchObject({ email: person.email })
  await must(admin, 'PUT', '/api/settings', { changes: was, was: asked })
})

test('where the provider is required, every other way is refused, in the same words whoever has an account', async () => {
  const { app, must, admin } = at
  const only = await at.provider(await at.organization('Only'), 'only.example')
  const { provider } = await must(admin, 'GET', '/api/providers').then(({ providers }) => ({
    provider: providers.find(({ id }: { id: string }) => id === only),
  }))
  await must(admin, 'PUT', `/api/providers/${only}/domains/${provider.domains[0].id}`, { required: true })
  const way = await app.call(null, 'POST', '/api/sign-in/way', { email: 'Anyone@only.example' })
  expect(way.json()).toEqual({ way: 'provider', providerId: only, name: 'Harbour ID', required: true })

  const known = await app.person('requestor', { email: 'known@only.example' })
  const chief = await app.person('admin', { email: 'chief@only.example' })
  const trustee = await app.person('trustee', { email: 'trustee@only.example' })
  const library = await app.services.auth.context()
  const times = { createdAt: new Date(), updatedAt: new Date() }
  for (const { id } of [known, chief, trustee])
    await library.internalAdapter.createAccount({
      ...{ userId: id, accountId: id, providerId: 'credential', ...times },
      password: await app.services.auth.passwords.hash('Brass-Key-1887'),
    })
  const attempts = [known.email, 'unknown@only.example', chief.email, trustee.email].map((email) => [
    app.call(null, 'POST', '/api/session', { email, password: 'wrong password' }),
    app.call(null, 'POST', '/api/password/forgot', { email }),
    app.call(null, 'POST', '/api/functions/auth-send-verification', { email, firstName: 'A', lastName: 'B' }),
  ])
  for (const asked of attempts.flat()) {
    const answer = await asked
    expect(codeOf(answer), answer.body).toBe('provider-required')
    expect(answer.json().error.message).toContain('Continue with Harbour ID')
  }
  const right = (email: string) =>
    app.call(null, 'POST', '/api/session', { email, password: 'Brass-Key-1887' })
  expect(codeOf(await right(known.email))).toBe('provider-required')
  expect((await right(chief.email)).json().user).toMatchObject({ role: 'admin' })
  expect((await right(trustee.email)).json().user).toMatchObject({ role: 'trustee' })
})
