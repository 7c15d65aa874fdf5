import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventNames } from '../accounts/accounts.testing.ts'
import { invitations, profiles } from '../db/tables/accounts.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { configuredProvider } from './find.ts'
import { answerInIdToken, isVerified } from './oidc.ts'

const minute = 60_000
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
let issuer: string
let app: TestApp
/** What the provider says of the person who signs in next, and how. */
let claims: Record<string, unknown>
let signingKey = privateKey
let nonceOf: (nonce: string) => string = (nonce) => nonce
const codes = new Map<string, { nonce: string; challenge: string }>()

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function idToken(nonce: string): string {
  const now = Math.floor(Date.now() / 1_000)
  const content = { iss: issuer, aud: 'deedbox', iat: now, exp: now + 300, nonce: nonceOf(nonce), ...claims }
  const body = `${part({ alg: 'RS256', kid: 'one' })}.${part(content)}`
  return `${body}.${createSign('RSA-SHA256').update(body).sign(signingKey, 'base64url')}`
}

/** A small OpenID provider: discovery, keys and the token endpoint, which insists on the secret and on PKCE. */
const provider = createServer(async (request, response) => {
  const send = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (request.url === '/.well-known/openid-configuration')
    return send(200, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    })
  if (request.url === '/keys')
    return send(200, {
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    })
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const form = new URLSearchParams(body)
  const granted = codes.get(form.get('code') ?? '')
  const verifier = new Uint8Array(
    await crypto.subtle.digest('SHA-256', Buffer.from(form.get('code_verifier') ?? '')),
  )
  const fits = granted?.challenge === Buffer.from(verifier).toString('base64url')
  if (!granted || !fits || form.get('client_secret') !== 'secret')
    return send(400, { error: 'invalid_grant' })
  codes.delete(form.get('code') ?? '')
  return send(200, {
    access_token: 'a',
    token_type: 'Bearer',
    expires_in: 300,
    id_token: idToken(granted.nonce),
  })
})

beforeAll(async () => {
  const listening = Promise.withResolvers<void>()
  provider.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  app = await startTestApp({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'deedbox', OIDC_CLIENT_SECRET: 'secret' })
})
beforeEach(() => {
  signingKey = privateKey
  nonceOf = (nonce) => nonce
})
afterAll(async () => {
  await app.stop()
  provider.close()
})

const cookies = (answer: Response) =>
  [answer.headers['set-cookie']].flat().map((c) => String(c).split(';')[0])

/** Goes to the provider as a browser does, and gets its code there. */
async function begin() {
  const answer = await app.call(null, 'GET', '/api/oauth/start')
  expect(answer.statusCode).toBe(302)
  const url = new URL(String(answer.headers.location))
  const asked = Object.fromEntries(url.searchParams)
  const code = crypto.randomUUID()
  codes.set(code, { nonce: asked.nonce ?? '', challenge: asked.code_challenge ?? '' })
  return {
    asked,
    url,
    back: `/api/oauth/callback?code=${code}&state=${asked.state}`,
    cookie: cookies(answer)[0],
  }
}
const finish = ({ back, cookie }: { back: string; cookie: string | undefined }) =>
  app.call(null, 'GET', back, undefined, { headers: { ...(cookie && { cookie }) } })

async function signInAs(said: Record<string, unknown>) {
  claims = said
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
    expiresAt: new Date(now.getTime() + 60 * minute),
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

const refusals: [string, Record<string, unknown>, (() => void)?][] = [
  ['a token for another client', { email_verified: true, aud: 'other' }],
  ['a token of another issuer', { email_verified: true, iss: 'http://127.0.0.1:1' }],
  ['a token that is over', { email_verified: true, exp: 1 }],
  [
    'a token with another nonce',
    { email_verified: true },
    () => {
      nonceOf = () => 'other'
    },
  ],
  [
    'a token signed by somebody else',
    { email_verified: true },
    () => {
      signingKey = stranger.privateKey
    },
  ],
]

test.each(refusals)('%s is refused', async (name, said, arrange) => {
  arrange?.()
  const email = `no-${name.length}@example.com`
  const { to, user } = await signInAs({ sub: name, email, ...said })
  expect({ to, user }).toEqual({ to: '/login?error=provider-failed', user: null })
  const { db } = app.services.database
  expect(await db.select().from(profiles).where(eq(profiles.email, email))).toEqual([])
})

test('only the browser that began may finish, once, and within ten minutes', async () => {
  claims = { sub: '10', email: 'state@example.com', email_verified: true }
  const failed = async (way: { back: string; cookie: string | undefined }) =>
    (await finish(way)).headers.location === '/login?error=provider-failed'
  const mine = await begin()
  const other = await begin()
  expect(await failed({ back: mine.back, cookie: undefined })).toBe(true)
  expect(await failed({ back: mine.back, cookie: other.cookie })).toBe(true)
  expect((await finish(mine)).headers.location).toBe('/dashboard')
  expect(await failed(mine)).toBe(true)
  expect(await failed({ back: '/api/oauth/callback?error=access_denied', cookie: other.cookie })).toBe(true)
  app.shift(10 * minute)
  expect(await failed(other)).toBe(true)
})

test('an ID token that a client got by itself is checked in the same way', async () => {
  claims = { sub: '12', email: 'Client@Example.com', email_verified: true }
  const configured = configuredProvider(app.services)
  if (!configured) throw new Error('no provider')
  const answer = await answerInIdToken(app.services, configured, idToken('theirs'), 'theirs')
  expect(answer).toMatchObject({ subject: '12', email: 'client@example.com', emailVerified: true })
  await expect(answerInIdToken(app.services, configured, idToken('theirs'), 'other')).rejects.toThrow('nonce')
})

test('a provider that does not answer leads back to the log-in, and is asked again later', async () => {
  const port = (provider.address() as AddressInfo).port
  const dead = await startTestApp({
    OIDC_ISSUER: `http://localhost:${port}/`,
    OIDC_CLIENT_ID: 'deedbox',
    OIDC_CLIENT_SECRET: 'secret',
  })
  // It answers for another issuer than the configured one.
  expect((await dead.call(null, 'GET', '/api/oauth/start')).headers.location).toBe(
    '/login?error=provider-failed',
  )
  issuer = `http://localhost:${port}`
  expect((await dead.call(null, 'GET', '/api/oauth/start')).headers.location).toContain(`${issuer}/authorize`)
  await dead.stop()
})

test('without a provider the start leads back to the log-in', async () => {
  const { headers } = await app.call(null, 'GET', `/api/oauth/start?provider=${crypto.randomUUID()}`)
  expect(headers.location).toBe('/login?error=provider-failed')
})
