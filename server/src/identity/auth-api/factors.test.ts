import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../db/tables/accounts.ts'
import { startSmsProvider, type TestSmsProvider } from '../../testing/sms.ts'
import { shownCode } from '../../testing/totp.ts'
import {
  codeOf as codeOfError,
  cookieOf,
  eventNames,
  goodPassword,
  otherThan,
} from '../accounts/accounts.testing.ts'
import { type AuthApi, bearer, startAuthApi } from './auth-api.testing.ts'

let sms: TestSmsProvider
let api: AuthApi
beforeAll(async () => {
  sms = await startSmsProvider()
  api = await startAuthApi(sms.env)
})
afterAll(async () => {
  await api.stop()
  await sms.stop()
})

type Client = ReturnType<AuthApi['client']>
const error = <E extends { code?: string | undefined } | null>({ error }: { error: E }) => error?.code
const codeOf = (uri: string) =>
  shownCode(new URL(uri).searchParams.get('secret') ?? '', Date.now() + api.app.services.clock.shiftMs)

async function signIn(email: string): Promise<Client> {
  const client = api.client()
  const { data } = await client.signInWithPassword({ email, password: goodPassword })
  expect(data.user?.email).toBe(email)
  return client
}
const level = async (client: Client) => {
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}
const documents = async (client: Client) => {
  const token = (await client.getSession()).data.session?.access_token
  return (await api.send('GET', '/api/documents', undefined, bearer(token))).status
}

test('an authenticator app is enrolled, passed in the next session, and removed', async () => {
  const email = 'tara@example.com'
  const person = await api.newcomer(email)
  const client = await signIn(email)
  const { data: made } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })
  if (made?.type !== 'totp') throw new Error('nothing was enrolled')
  expect(made.totp.qr_code).toContain('<svg')
  expect(made.totp.uri).toContain(made.totp.secret)
  expect(await level(client)).toEqual(['aal1', 'aal1'])

  const factorId = made.id
  const { data: asked } = await client.mfa.challenge({ factorId })
  const challengeId = asked?.id ?? ''
  const right = codeOf(made.totp.uri)
  expect(error(await client.mfa.verify({ factorId, challengeId, code: otherThan(right) }))).toBe(
    'mfa_verification_failed',
  )
  expect(error(await client.mfa.verify({ factorId, challengeId: 'x'.repeat(43), code: right }))).toBe(
    'mfa_challenge_expired',
  )
  const { data: confirmed } = await client.mfa.verify({ factorId, challengeId, code: right })
  expect(confirmed?.user.factors).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'totp' }])
  expect(await level(client)).toEqual(['aal2', 'aal2'])
  expect((await client.mfa.listFactors()).data?.totp.map(({ friendly_name }) => friendly_name)).toEqual([
    'My phone',
  ])
  expect((await client.getClaims()).data?.claims.aal).toBe('aal2')

  const next = await signIn(email)
  expect(await level(next)).toEqual(['aal1', 'aal2'])
  expect(await documents(next)).toBe(401)
  expect(error(await next.mfa.unenroll({ factorId }))).toBe('insufficient_aal')
  expect(error(await next.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' }))).toBe('insufficient_aal')
  api.app.shift(60_000)
  const passed = await next.mfa.challengeAndVerify({ factorId, code: codeOf(made.totp.uri) })
  expect(passed.error).toBeNull()
  expect(await level(next)).toEqual(['aal2', 'aal2'])
  expect(await documents(next)).toBe(200)

  const { db } = api.app.services.database
  await db
    .update(sessions)
    .set({ provedAt: new Date(0) })
    .where(eq(sessions.userId, person.id))
  expect(error(await next.mfa.unenroll({ factorId }))).toBe('reauthentication_needed')
  expect(error(await next.mfa.enroll({ factorType: 'totp' }))).toBe('reauthentication_needed')
  await db
    .update(sessions)
    .set({ provedAt: new Date(Date.now() + 60_000) })
    .where(eq(sessions.userId, person.id))
  expect((await next.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  expect(error(await next.mfa.challenge({ factorId }))).toBe('mfa_factor_not_found')
  expect(await eventNames(api.app, email)).toEqual(
    expect.arrayContaining(['factor_added', 'factor_passed', 'factor_removed']),
  )
})

test('a challenge ends after five minutes, and five wrong codes lock every door', async () => {
  const email = 'tom@example.com'
  await api.newcomer(email)
  const client = await signIn(email)
  const { data: made } = await client.mfa.enroll({ factorType: 'totp' })
  if (made?.type !== 'totp') throw new Error('nothing was enrolled')
  const factorId = made.id
  await client.mfa.challengeAndVerify({ factorId, code: codeOf(made.totp.uri) })
  const next = await signIn(email)
  const { data: asked } = await next.mfa.challenge({ factorId })
  api.app.shift(5 * 60_000)
  const late = await next.mfa.verify({
    factorId,
    challengeId: asked?.id ?? '',
    code: codeOf(made.totp.uri),
  })
  expect(error(late)).toBe('mfa_challenge_expired')
  const codes = []
  for (let tries = 0; tries < 6; tries++)
    codes.push(error(await next.mfa.challengeAndVerify({ factorId, code: otherThan(codeOf(made.totp.uri)) })))
  expect(codes).toEqual([...Array(5).fill('mfa_verification_failed'), 'over_request_rate_limit'])
  expect((await api.signIn(email)).json().error.code).toBe('login-locked')
})

test('a phone number is a second factor, but not the one that signs in', async () => {
  const email = 'uma@example.com'
  await api.newcomer(email)
  const client = await signIn(email)
  const phone = '+61412888001'
  const texted = () => /^\d{6}/.exec(sms.received.at(-1)?.Body ?? '')?.[0] ?? ''
  const { data: made } = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mobile' })
  const factorId = made?.id ?? ''
  const { data: asked } = await client.mfa.challenge({ factorId })
  expect(asked?.type).toBe('phone')
  expect(sms.received.at(-1)?.To).toBe(phone)
  const challengeId = asked?.id ?? ''
  expect(error(await client.mfa.verify({ factorId, challengeId, code: otherThan(texted()) }))).toBe(
    'mfa_verification_failed',
  )
  expect((await client.mfa.verify({ factorId, challengeId, code: texted() })).error).toBeNull()
  expect(await level(client)).toEqual(['aal2', 'aal2'])

  const next = await signIn(email)
  const again = await next.mfa.challenge({ factorId })
  expect(
    (await next.mfa.verify({ factorId, challengeId: again.data?.id ?? '', code: texted() })).error,
  ).toBeNull()
  expect((await next.mfa.listFactors()).data?.phone).toHaveLength(1)
  expect(error(await next.mfa.enroll({ factorType: 'phone', phone }))).toBe('phone_exists')
  expect(error(await next.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' }))).toBe(
    'mfa_webauthn_enroll_not_enabled',
  )
})

test('one number does not become both the way in and the factor, whichever of the two that were begun ends first', async () => {
  const texted = () => /^\d{6}/.exec(sms.received.at(-1)?.Body ?? '')?.[0] ?? ''
  const both = async (email: string, phone: string) => {
    await api.newcomer(email)
    const client = await signIn(email)
    const factorId = (await client.mfa.enroll({ factorType: 'phone', phone })).data?.id ?? ''
    expect((await client.updateUser({ phone })).error).toBeNull()
    const token = texted()
    const challengeId = (await client.mfa.challenge({ factorId })).data?.id ?? ''
    const code = texted()
    return {
      signsIn: async () => error(await api.client().verifyOtp({ phone, token, type: 'phone_change' })),
      isFactor: async () => error(await client.mfa.verify({ factorId, challengeId, code })),
    }
  }
  const first = await both('both-ways@example.com', '+61412888011')
  expect([await first.signsIn(), await first.isFactor()]).toEqual([undefined, 'phone_exists'])
  const second = await both('other-way@example.com', '+61412888012')
  expect([await second.isFactor(), await second.signsIn()]).toEqual([undefined, 'phone_exists'])
})

test('whoever has only a phone number as a factor passes it on the screens, and proves with it who they are', async () => {
  const email = 'theo@example.com'
  await api.newcomer(email)
  const client = await signIn(email)
  const phone = '+61412888002'
  const texted = () => /^\d{6}/.exec(sms.received.at(-1)?.Body ?? '')?.[0] ?? ''
  const made = await client.mfa.enroll({ factorType: 'phone', phone })
  const factorId = made.data?.id ?? ''
  const asked = await client.mfa.challenge({ factorId })
  await client.mfa.verify({ factorId, challengeId: asked.data?.id ?? '', code: texted() })

  const first = await api.signIn(email)
  expect(first.json().pending).toEqual({ email, lacks: 'factor', factorKinds: ['phone'] })
  const person = { id: '', email, cookie: cookieOf(first) }
  const post = (path: string, body?: object) => api.app.call(person, 'POST', path, body)
  sms.received.length = 0
  expect((await post('/api/session/factor/phone')).statusCode).toBe(200)
  expect(sms.received.map(({ To }) => To)).toEqual([phone])
  expect(codeOfError(await post('/api/session/factor', { code: otherThan(texted()) }))).toBe('factor-wrong')
  const code = texted()
  expect((await post('/api/session/factor', { code })).json().user.email).toBe(email)
  // It works once.
  expect(codeOfError(await post('/api/session/proof', { code }))).toBe('factor-wrong')

  const { ways } = (await api.app.call(person, 'GET', '/api/session/proof')).json()
  expect(ways).toEqual(['password', 'phone'])
  await post('/api/session/factor/phone')
  expect((await post('/api/session/proof', { code: texted() })).statusCode).toBe(200)

  const without = { ...(await api.newcomer('una@example.com')), email: 'una@example.com' }
  expect(codeOfError(await api.app.call(without, 'POST', '/api/session/factor/phone'))).toBe('factor-none')
  const half = { ...person, cookie: cookieOf(await api.signIn(email)) }
  for (let tries = 0; tries < 5; tries++)
    await api.app.call(half, 'POST', '/api/session/factor', { code: '000000' })
  sms.received.length = 0
  expect(codeOfError(await api.app.call(half, 'POST', '/api/session/factor/phone'))).toBe('login-locked')
  expect(sms.received).toEqual([])
})
