import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import { endpoints } from '@deedbox/contract/endpoints.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { identityProviders, refreshTokens, signingKeys } from '../../db/tables/sign-in.ts'
import { startTestApp } from '../../testing/app.ts'
import { goodPassword } from '../accounts/accounts.testing.ts'
import { type AuthApi, bearer, bodyOf, startAuthApi } from './auth-api.testing.ts'

let the: AuthApi

beforeAll(async () => {
  the = await startAuthApi()
})
afterAll(() => the.stop())

async function signedIn(email: string, role = 'requestor') {
  const person = await the.newcomer(email, role)
  const client = the.client()
  const { data, error } = await client.signInWithPassword({ email, password: goodPassword })
  expect(error).toBeNull()
  if (!data.session) throw new Error('no session')
  return { person, client, session: data.session }
}

const documents = (token: string | undefined, more: Record<string, string> = {}) =>
  the.send('GET', '/api/documents', undefined, { ...bearer(token), ...more })

test('a password opens a session whose token works on every call, and its claims are checked offline', async () => {
  const { person, client, session } = await signedIn('ada@example.com')
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(session.user).toMatchObject({
    id: person.id,
    aud: 'authenticated',
    email: 'ada@example.com',
    app_metadata: { provider: 'email', providers: ['email'], role: 'requestor' },
    user_metadata: { first_name: 'Test', last_name: 'requestor' },
    identities: [{ provider: 'email', user_id: person.id }],
  })
  expect((await client.getUser()).data.user?.id).toBe(person.id)
  expect((await documents(session.access_token)).status).toBe(200)

  const { data } = await client.getClaims()
  expect(data?.header).toMatchObject({ alg: 'ES256' })
  expect(data?.claims).toMatchObject({
    iss: the.url,
    sub: person.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: 'ada@example.com',
    aal: 'aal1',
    amr: [{ method: 'password' }],
    is_anonymous: false,
    app_metadata: { role: 'requestor' },
  })
  const { exp = 0, iat = 0 } = data?.claims ?? {}
  expect(exp - iat).toBe(3_600)
})

test('a token that is changed, foreign, expired or signed with a secret is not valid', async () => {
  const { session, client } = await signedIn('eve@example.com')
  const [header = '', payload = '', signature = ''] = session.access_token.split('.')
  const other = Buffer.from(payload, 'base64url').toString().replace('aal1', 'aal2')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const token of [
    `${header}.${Buffer.from(other).toString('base64url')}.${signature}`,
    `${none}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    'not a token',
  ]) {
    expect((await documents(token)).status).toBe(401)
    expect((await client.getUser(token)).error).toMatchObject({ code: 'bad_jwt', status: 403 })
  }
  the.app.shift(hourMs)
  expect((await documents(session.access_token)).status).toBe(401)
  expect((await client.getUser(session.access_token)).error).toMatchObject({ code: 'bad_jwt' })
})

test('cookies are ignored beside a token, and calls with one need not come from our own pages', async () => {
  const { person, session } = await signedIn('both@example.com')
  const stranger = await the.app.person('admin')
  const answer = await the.send('GET', '/api/session', undefined, {
    ...bearer(session.access_token),
    cookie: stranger.cookie,
    origin: 'https://elsewhere.example',
  })
  expect((await bodyOf(answer)).user?.id).toBe(person.id)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect((await documents('not a token', { cookie: stranger.cookie })).status).toBe(401)
  const preferences = {
    dates: 'iso',
    theme: null,
    mails: {},
  }
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const change = (headers: Record<string, string>) =>
    the.send('PUT', '/api/preferences', preferences, { ...foreign, ...headers })
  expect((await change(bearer(session.access_token))).status).toBe(200)
  expect((await change({ cookie: stranger.cookie })).status).toBe(403)
  // The authentication API reads no cookie, and sets none.
  const user = await the.send('GET', '/auth/v1/user', undefined, { cookie: stranger.cookie })
  expect([user.status, (await bodyOf(user)).code]).toEqual([401, 'no_authorization'])
})

test('who signed out or was deactivated is refused that second', async () => {
  const { client, session } = await signedIn('out@example.com')
  expect((await client.signOut({ scope: 'local' })).error).toBeNull()
  expect((await documents(session.access_token)).status).toBe(401)
  const gone = await the.client().getUser(session.access_token)
  expect(gone.error?.name).toBe('AuthSessionMissingError')

  const away = await signedIn('away@example.com')
  const { db } = the.app.services.database
  await db.update(profiles).set({ deactivatedAt: new Date() }).where(eq(profiles.id, away.person.id))
  expect((await documents(away.session.access_token)).status).toBe(401)
  const { error } = await away.client.refreshSession()
  expect(error).toMatchObject({ code: 'invalid_credentials' })
})

test('signing out ends this session, the others, or all', async () => {
  const { person, client: one } = await signedIn('three@example.com')
  const [two, three] = [the.client(), the.client()]
  for (const client of [two, three])
    await client.signInWithPassword({ email: 'three@example.com', password: goodPassword })
  await one.signOut({ scope: 'others' })
  expect((await two.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await one.getUser()).data.user?.id).toBe(person.id)
  expect((await the.app.call(person, 'GET', '/api/session')).json().user).toBeNull()

  await two.signInWithPassword({ email: 'three@example.com', password: goodPassword })
  await one.signOut()
  expect((await two.getUser()).error?.name).toBe('AuthSessionMissingError')
  const { db } = the.app.services.database
  expect(await db.$count(sessions, eq(sessions.userId, person.id))).toBe(0)
})

test('an address that the API does not have answers in the form that its clients read', async () => {
  for (const [method, path] of [
    ['GET', '/auth/v1/nothing'],
    ['POST', '/auth/v1'],
    ['PATCH', '/auth/v1/user'],
  ] as const) {
    const answer = await the.send(method, path)
    expect([answer.status, answer.headers.get('x-supabase-api-version')]).toEqual([
      method === 'PATCH' ? 405 : 404,
      '2024-01-01',
    ])
    expect(await answer.json()).toEqual({ code: expect.any(String), message: expect.any(String) })
  }
})

test('switched off there is nothing below /auth/v1, and its tokens are worth nothing', async () => {
  const app = await startTestApp({ AUTH_API: 'off' })
  const person = await app.person('requestor')
  for (const key of Object.keys(endpoints).filter((key) => key.includes(' /auth/v1/'))) {
    const [method = '', path = ''] = key.split(' ')
    const answer = await app.call(person, method, path.replace(/:\w+/g, crypto.randomUUID()))
    expect([key, answer.statusCode]).toEqual([key, 404])
  }
  const headers = { authorization: await app.bearerOf(person) }
  expect((await app.call(null, 'GET', '/api/documents', undefined, { headers })).statusCode).toBe(401)
  const { paths } = (await app.call(null, 'GET', '/api/openapi.json')).json()
  expect(Object.keys(paths).filter((path) => path.startsWith('/auth/'))).toEqual([])
  await app.stop()
})

const refreshBy = (token: string) =>
  the.send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token })

test('a refresh token works once; who lost the answer may ask again for ten seconds', async () => {
  const { client, session } = await signedIn('again@example.com')
  const { data } = await client.refreshSession()
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  const both = await Promise.all([refreshBy(session.refresh_token), refreshBy(session.refresh_token)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  // The chain goes on as one, not one for each who asked.
  const next = await Promise.all(both.map(async (answer) => (await bodyOf(answer)).refresh_token))
  expect(next).toEqual([data.session?.refresh_token, data.session?.refresh_token])
  expect((await documents(data.session?.access_token)).status).toBe(200)
  const { db } = the.app.services.database
  const stored = JSON.stringify(await db.select().from(refreshTokens))
  expect(stored).not.toContain(session.refresh_token)
})

test('a used refresh token that comes later ends its session, and that is audited', async () => {
  const { person, client, session } = await signedIn('stolen@example.com')
  const { data } = await client.refreshSession()
  the.app.shift(10_000)
  const late = await refreshBy(session.refresh_token)
  expect([late.status, (await bodyOf(late)).code]).toEqual([400, 'refresh_token_already_used'])
  expect((await documents(data.session?.access_token)).status).toBe(401)
  expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  const { db } = the.app.services.database
  const events = await db.select().from(auditEvents).where(eq(auditEvents.subjectEmail, person.email))
  expect(events.map(({ event }) => event)).toContain('refresh_token_reused')
})

test('a session lasts as long as one with a cookie: idle and in total', async () => {
  const { client } = await signedIn('long@example.com')
  for (let used = 0; used < 5; used += 1) {
    the.app.shift(6 * dayMs)
    const { error } = await client.refreshSession()
    expect(error?.code).toBe(used < 4 ? undefined : 'refresh_token_not_found')
  }
  const idle = await signedIn('idle@example.com')
  the.app.shift(7 * dayMs)
  expect((await idle.client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
})

test('keys are replaced after 90 days; tokens of the former one stay valid, and it is published until they have ended', async () => {
  const keys = async () => {
    const answer = await the.send('GET', '/auth/v1/.well-known/jwks.json')
    return (await bodyOf(answer)).keys ?? []
  }
  await signedIn('before@example.com')
  const { signingKeys: service, database } = the.app.services
  the.app.shift(90 * dayMs)
  const { session } = await signedIn('key@example.com')
  const [former] = await keys()
  await service.rotate()
  const both = await keys()
  expect(both.map(({ kid }) => kid)).toContain(former?.kid)
  expect(both).toHaveLength(2)
  expect(both.every(({ d }) => d === undefined)).toBe(true)
  expect((await documents(session.access_token)).status).toBe(200)
  const next = await signedIn('next@example.com')
  expect((await next.client.getClaims()).data?.header.kid).not.toBe(former?.kid)
  the.app.shift(hourMs + dayMs)
  await service.rotate()
  expect(await keys()).toHaveLength(1)
  const [row] = await database.db.select().from(signingKeys)
  expect(row?.privateKey).not.toContain('"d"')
})

test('five failures are five failures, whichever door', async () => {
  await the.newcomer('doors@example.com')
  const byClient = async (password: string) =>
    (await the.client().signInWithPassword({ email: 'doors@example.com', password })).error
  for (let failure = 0; failure < 3; failure += 1) await the.signIn('doors@example.com', 'wrong')
  for (let failure = 0; failure < 2; failure += 1)
    expect(await byClient('wrong')).toMatchObject({
      name: 'AuthApiError',
      code: 'invalid_credentials',
      status: 400,
    })
  expect(await byClient(goodPassword)).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
  expect((await the.signIn('doors@example.com')).statusCode).toBe(429)
})

test('what is wrong with a request is said in the form of the clients', async () => {
  const wrong = await the.send('POST', '/auth/v1/token?grant_type=password', {
    email: 'nonsense',
    password: 'x',
  })
  expect(wrong.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect([wrong.status, await bodyOf(wrong)]).toEqual([
    400,
    { code: 'validation_failed', message: 'email: Please enter a valid email address' },
  ])
  const grant = await the.send('POST', '/auth/v1/token?grant_type=magic', {})
  expect([grant.status, (await bodyOf(grant)).code]).toEqual([400, 'unsupported_grant_type'])
  expect((await the.send('GET', '/auth/v1/nothing')).status).toBe(404)
})

test('the settings say whether somebody signs in through SAML here', async () => {
  const shown = async () => (await bodyOf(await the.send('GET', '/auth/v1/settings'))).saml_enabled
  expect(await shown()).toBe(false)
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const provider = { kind: 'saml' as const, name: 'Harbour ID', issuer: 'https://id.example', ...times }
  await the.app.services.database.db.insert(identityProviders).values(provider)
  expect(await shown()).toBe(true)
})
