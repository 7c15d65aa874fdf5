import { minuteMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invitations, profiles } from '../../db/tables/accounts.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { eventNames } from '../accounts/accounts.testing.ts'
import { configuredProvider } from './find.ts'
import { answerInIdToken, isVerified } from './oidc.ts'
import { startSmallProvider, strangersKey } from './small-provider.testing.ts'

type Small = Awaited<ReturnType<typeof startSmallProvider>>
let small: Small
let issuer: string
let app: TestApp

beforeAll(async () => {
  small = await startSmallProvider()
  issuer = small.issuer
  app = await startTestApp({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'deedbox', OIDC_CLIENT_SECRET: 'secret' })
})
beforeEach(() => void small.behave({}))
afterAll(async () => {
  await app.stop()
  small.stop()
})

const cookies = (answer: Response) =>
  [answer.headers['set-cookie']].flat().map((c) => String(c).split(';')[0])

/** Goes to the provider as a browser does, and gets its code there. */
async function begin() {
  const answer = await app.call(null, 'GET', '/api/oauth/start')
  expect(answer.statusCode).toBe(302)
  const url = new URL(String(answer.headers.location))
  const asked = Object.fromEntries(url.searchParams)
  return {
    asked,
    url,
    back: `/api/oauth/callback?code=${small.codeFor(asked)}&state=${asked.state}`,
    cookie: cookies(answer)[0],
  }
}
const finish = ({ back, cookie }: { back: string; cookie: string | undefined }) =>
  app.call(null, 'GET', back, undefined, { headers: { ...(cookie && { cookie }) } })

async function signInAs(claims: Record<string, unknown>) {
  small.claims = claims
  const answer = await finish(await begin())
  const person = { id: '', email: '', cookie: cookies(answer).join('; ') }
  const session = (await app.call(person, 'GET', '/api/session')).json()
  return { to: answer.headers.location, user: session.user, provider: session.deployment.provider }
}

test('the start asks the provider for a code, with PKCE, a state and a nonce', async () => {
  const { asked, url } = await begin()
  expect(`${url.origin}${url.pathname}`).toBe(`${issuer}/authorize`)
  expect(asked).toMatchObject({
    client_id: 'deedbox',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${app.services.place().publicUrl}/api/oauth/callback`,
  })
  expect(asked.scope?.split(' ').sort()).toEqual(['email', 'openid', 'profile'])
})

test('a new person becomes a guest and lands on /dashboard; the next time it is the same person', async () => {
  const said = {
    sub: '7',
    email: 'Oda@Example.com',
    email_verified: true,
    given_name: 'Oda',
    family_name: 'Idle',
  }
  const first = await signInAs(said)
  expect(first).toMatchObject({
    to: '/dashboard',
    user: { email: 'oda@example.com', name: 'Oda Idle', role: 'guest' },
    provider: new URL(issuer).host,
  })
  expect(await eventNames(app, 'oda@example.com')).toEqual([
    'account_created',
    'identity_linked',
    'signed_in',
  ])
  const second = await signInAs({ ...said, email: 'moved@example.com' })
  expect(second.user).toEqual(first.user)
})

test('an invitation decides the role', async () => {
  const admin = await app.person('admin')
  const now = new Date()
  await app.services.database.db.insert(invitations).values({
    email: 'invited@example.com',
    role: 'trustee',
    invitedBy: admin.id,
    invitedByName: 'Test admin',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 60 * minuteMs),
  })
  const { user } = await signInAs({
    sub: '8',
    email: 'invited@example.com',
    email_verified: true,
    name: 'Ina',
  })
  expect(user).toMatchObject({ role: 'trustee', confirmed: true, name: 'Ina' })
})

test('somebody who has an account signs in to it', async () => {
  const known = await app.person('requestor', { email: 'known@example.com' })
  const { user } = await signInAs({ sub: '9', email: 'known@example.com', email_verified: true })
  expect(user).toMatchObject({ id: known.id, role: 'requestor' })
})

const unverified = '/login?error=provider-unverified'
test.each([{ email_verified: false }, {}])(
  'an email that is not said to be verified is refused: %j',
  async (said) => {
    const { to, user } = await signInAs({ sub: 'unverified', email: 'unverified@example.com', ...said })
    expect({ to, user }).toEqual({ to: unverified, user: null })
  },
)

test('an email counts as verified by the claims of its provider only', () => {
  const email = 'nora@harbour.example'
  const one = { issuer: 'https://id.example', configured: false }
  expect(isVerified(one, { email, email_verified: true })).toBe(true)
  expect(isVerified(one, { email, email_verified: false, xms_edov: true })).toBe(false)
  expect(isVerified(one, { email, xms_edov: 1 })).toBe(true)
  expect(isVerified(one, { email })).toBe(false)
  // A private account at Google whose email was once checked.
  const google = { issuer: 'https://accounts.google.com', configured: false }
  expect(isVerified(google, { email, email_verified: true })).toBe(false)
  expect(isVerified(google, { email, email_verified: true, hd: 'other.example' })).toBe(false)
  expect(isVerified(google, { email, email_verified: true, hd: 'harbour.example' })).toBe(true)
})

const refusals: [string, Record<string, unknown>, Parameters<Small['behave']>[0]?][] = [
  ['a token for another client', { aud: 'other' }],
  ['a token for two clients, of which neither is named', { aud: ['deedbox', 'other'] }],
  ['a token of another issuer', { iss: 'http://127.0.0.1:1' }],
  ['a token that is over', { exp: 1 }],
  ['a token with another nonce', {}, { nonce: 'other' }],
  ['a token signed by somebody else', {}, { key: strangersKey }],
  ['a token signed with the client secret', {}, { algorithm: 'HS256' }],
  ['a token without a signature', {}, { algorithm: 'none' }],
  ['a description that is too long', {}, { longAt: '/.well-known/openid-configuration' }],
  ['an answer to the code that is too long', {}, { longAt: '/token' }],
  ['a list of keys that is too long', {}, { longAt: '/keys' }],
]

test.each(refusals)('%s is refused', async (name, said, ways = {}) => {
  const email = `no-${name.length}@example.com`
  const begun = await begin()
  small.behave({ ...ways, claims: { sub: name, email, email_verified: true, ...said } })
  expect((await finish(begun)).headers.location).toBe('/login?error=provider-failed')
  const { db } = app.services.database
  expect(await db.select().from(profiles).where(eq(profiles.email, email))).toEqual([])
})

test('only the browser that began may finish, once, and within ten minutes', async () => {
  small.claims = { sub: '10', email: 'state@example.com', email_verified: true }
  const failed = async (way: { back: string; cookie: string | undefined }) =>
    (await finish(way)).headers.location === '/login?error=provider-failed'
  const mine = await begin()
  const other = await begin()
  expect(await failed({ back: mine.back, cookie: undefined })).toBe(true)
  expect(await failed({ back: mine.back, cookie: other.cookie })).toBe(true)
  expect((await finish(mine)).headers.location).toBe('/dashboard')
  expect(await failed(mine)).toBe(true)
  expect(await failed({ back: '/api/oauth/callback?error=access_denied', cookie: other.cookie })).toBe(true)
  app.shift(10 * minuteMs)
  expect(await failed(other)).toBe(true)
})

test('an ID token that a client got by itself is checked in the same way', async () => {
  small.claims = { sub: '12', email: 'Client@Example.com', email_verified: true }
  const configured = configuredProvider(app.services)
  if (!configured) throw new Error('no provider')
  const { answer } = await answerInIdToken(app.services, configured, small.idToken('theirs'), 'theirs')
  expect(answer).toMatchObject({ subject: '12', email: 'client@example.com', emailVerified: true })
  await expect(
    answerInIdToken(app.services, configured, small.idToken('theirs'), 'other'),
  ).rejects.toMatchObject({
    cause: { message: expect.stringContaining('nonce') },
  })
})

test('the check names what the description of a provider lacks', async () => {
  const admin = await app.person('admin')
  const details = { name: 'Small', issuer, clientId: 'deedbox', clientSecret: 'secret', defaultRole: 'guest' }
  const body = { ...details, kind: 'oidc', organizationId: null }
  const { id } = (await app.call(admin, 'POST', '/api/providers', body)).json().provider
  const problems = async (description: object) => {
    small.behave({ description })
    return (await app.call(admin, 'POST', `/api/providers/${id}/check`)).json().problems
  }
  expect(await problems({})).toEqual([])
  expect(await problems({ token_endpoint: undefined, jwks_uri: 7 })).toEqual([
    expect.stringContaining('has it wrong: token_endpoint, jwks_uri.'),
  ])
  expect(await problems({ issuer: undefined })).toEqual([
    expect.stringContaining('does not describe an OpenID provider'),
  ])
  expect(await problems({ jwks_uri: 'https://10.0.0.1/keys' })).toEqual([
    expect.stringContaining('private network'),
  ])
  expect(
    await problems({ scopes_supported: ['openid'], code_challenge_methods_supported: ['plain'] }),
  ).toEqual(['It does not offer the scope “email”.', 'It does not offer PKCE with S256.'])
})

test('a provider that does not answer leads back to the log-in, and is asked again later', async () => {
  const dead = await startTestApp({
    OIDC_ISSUER: `http://localhost:${small.port}/`,
    OIDC_CLIENT_ID: 'deedbox',
    OIDC_CLIENT_SECRET: 'secret',
  })
  // It answers for another issuer than the configured one.
  expect((await dead.call(null, 'GET', '/api/oauth/start')).headers.location).toBe(
    '/login?error=provider-failed',
  )
  small.issuer = `http://localhost:${small.port}`
  expect((await dead.call(null, 'GET', '/api/oauth/start')).headers.location).toContain(
    `${small.issuer}/authorize`,
  )
  await dead.stop()
})

test('without a provider the start leads back to the log-in', async () => {
  const { headers } = await app.call(null, 'GET', `/api/oauth/start?provider=${crypto.randomUUID()}`)
  expect(headers.location).toBe('/login?error=provider-failed')
})
