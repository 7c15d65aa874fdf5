import { defaultSettings } from '@deedbox/contract/default-settings.ts'
import { dayMs, minuteMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginAttempts, profiles, sessions } from '../../db/tables/accounts.ts'
import { startTestApp } from '../../testing/app.ts'
import {
  type Accounts,
  codeOf,
  cookieOf,
  eventNames,
  eventsOf,
  goodPassword,
  startAccounts,
} from './accounts.testing.ts'

let the: Accounts
beforeAll(async () => {
  the = await startAccounts()
})
afterAll(() => the.stop())

const whoIs = async (cookie: string) =>
  (await the.app.call({ id: '', email: '', cookie }, 'GET', '/api/session')).json().user
let addresses = 1
const freshAddress = () => `10.0.0.${addresses++}`

test('signing in sets an http-only cookie of 30 days and says who it is', async () => {
  await the.signUp('grace@example.com')
  const answer = await the.signIn('  Grace@Example.COM ')
  expect(answer.statusCode).toBe(200)
  expect(answer.json().user).toMatchObject({
    email: 'grace@example.com',
    name: 'Ada Lovelace',
    role: 'requestor',
    confirmed: true,
    accessExpired: false,
    permissions: ['canRequestAccess', 'canViewOwnDocuments', 'canUploadDocuments'],
  })
  const [session, device] = [answer.headers['set-cookie']].flat()
  expect(device).toMatch(/^deedbox\.device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly;/)
  expect(session).toMatch(/^deedbox\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await whoIs(cookieOf(answer))).toEqual(answer.json().user)
  const [event] = (await eventsOf(the.app, 'grace@example.com')).slice(-1)
  expect(event).toMatchObject({ event: 'signed_in', actorEmail: 'grace@example.com', ip: '127.0.0.1' })
  const [person] = await the.app.services.database.db
    .select()
    .from(profiles)
    .where(eq(profiles.email, 'grace@example.com'))
  expect(person?.lastSignedInAt).toEqual(event?.at)
})

test('behind https the cookie is __Host- and Secure, and one by another name is not read', async () => {
  const app = await startTestApp({ PUBLIC_URL: 'https://deeds.example' })
  const answer = await app.call(null, 'DELETE', '/api/session', undefined, {
    headers: { host: 'deeds.example', origin: 'https://deeds.example' },
  })
  expect(answer.headers['set-cookie']).toBe(
    '__Host-deedbox.session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  const person = await app.person('requestor')
  const value = person.cookie.split('=').slice(1).join('=')
  const use = (cookie: string) =>
    app.call({ ...person, cookie }, 'GET', '/api/session', undefined, { headers: { host: 'deeds.example' } })
  expect((await use(`__Host-deedbox.session_token=${value}`)).json().user.email).toBe(person.email)
  // A sibling subdomain can set cookies by these names (ASVS 5.0, 3.3.1).
  for (const name of ['__Secure-deedbox.session_token', 'deedbox.session_token'])
    expect((await use(`${name}=${value}`)).json().user).toBeNull()
  await app.stop()
})

const {
  businessHours,
  reminderDaysBefore,
  secondFactorRoles,
  secondFactorGraceDays,
  storageMegabytes,
  logHeadEmails,
  recordsKeptYears,
  reviewYears,
  copyChecks,
  copyOldAfterDays,
  ...others
} = defaultSettings
const shown = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('backup')))

test('the session call tells nobody the clock and the deployment', async () => {
  const answer = await the.app.call(null, 'GET', '/api/session')
  expect(answer.json()).toEqual({
    user: null,
    pending: null,
    enrolBefore: null,
    now: expect.any(String),
    deployment: {
      ...shown,
      captcha: null,
      deploymentName: 'Deedbox',
      timeZone: 'Australia/Sydney',
      maxUploadBytes: 104_857_600,
      supportEmail: 'support@localhost.localdomain',
      provider: null,
      sms: false,
      passkeysAt: 'http://localhost:0',
    },
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('signing out ends the session and clears the cookie; without a session it just clears', async () => {
  const { person } = await the.signUp('out@example.com')
  const answer = await the.app.call(person, 'DELETE', '/api/session')
  expect(answer.json()).toEqual({ success: true })
  expect(answer.headers['set-cookie']).toMatch(/^deedbox\.session_token=; Max-Age=0; Path=\/; HttpOnly/)
  expect(await whoIs(person.cookie)).toBeNull()
  expect((await eventNames(the.app, 'out@example.com')).at(-1)).toBe('signed_out')
  expect((await the.app.call(null, 'DELETE', '/api/session')).statusCode).toBe(200)
})

test('signing in again ends the session that the browser had', async () => {
  const { person } = await the.signUp('again@example.com')
  const { cookie } = person
  const answer = await the.post(
    '/api/session',
    { email: 'again@example.com', password: goodPassword },
    '127.0.0.1',
    person,
  )
  expect(await whoIs(cookie)).toBeNull()
  expect((await whoIs(cookieOf(answer))).email).toBe('again@example.com')
})

test('a wrong password and an unknown email get the same answer, and each is audited', async () => {
  await the.signUp('known@example.com')
  const wrong = await the.signIn('known@example.com', 'not the password', freshAddress())
  const unknown = await the.signIn('nobody@example.com', 'not the password', freshAddress())
  for (const answer of [wrong, unknown]) {
    expect(answer.statusCode).toBe(401)
    expect(answer.json().error).toMatchObject({
      code: 'login-invalid',
      message: 'Invalid email or password. Please check your credentials.',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect((await eventNames(the.app, 'known@example.com')).at(-1)).toBe('sign_in_failed')
  expect(await eventsOf(the.app, 'nobody@example.com')).toMatchObject([
    { event: 'sign_in_failed', actorId: null },
  ])
})

test('after five failures an email is locked for 15 minutes, from every address, even with the right password', async () => {
  await the.signUp('locked@example.com')
  for (let failure = 0; failure < 5; failure += 1)
    expect(codeOf(await the.signIn('locked@example.com', 'wrong', freshAddress()))).toBe('login-invalid')
  const locked = await the.signIn('locked@example.com', goodPassword, freshAddress())
  expect(locked.statusCode).toBe(429)
  expect(locked.json().error).toMatchObject({
    code: 'login-locked',
    message: 'Too many attempts',
    retryAfterMinutes: 15,
  })
  const names = await eventNames(the.app, 'locked@example.com')
  expect(names.filter((name) => name === 'sign_in_locked')).toHaveLength(1)
  expect(names.slice(-2)).toEqual(['sign_in_locked', 'sign_in_failed'])

  the.app.shift(14 * minuteMs)
  const still = await the.signIn('locked@example.com', goodPassword, freshAddress())
  expect(still.json().error).toMatchObject({ code: 'login-locked', retryAfterMinutes: 1 })
  the.app.shift(minuteMs)
  expect((await the.signIn('locked@example.com', goodPassword, freshAddress())).statusCode).toBe(200)
})

test('a success clears the count of the email', async () => {
  const address = freshAddress()
  await the.signUp('clears@example.com')
  for (const round of [1, 2]) {
    for (let failure = 0; failure < 4; failure += 1)
      expect(codeOf(await the.signIn('clears@example.com', `wrong ${round}`, address))).toBe('login-invalid')
    expect((await the.signIn('clears@example.com', goodPassword, address)).statusCode).toBe(200)
  }
})

test('failures that lie more than 15 minutes back do not count', async () => {
  const address = freshAddress()
  for (let failure = 0; failure < 4; failure += 1) await the.signIn('slow@example.com', 'wrong', address)
  the.app.shift(15 * minuteMs)
  for (let failure = 0; failure < 5; failure += 1)
    expect(codeOf(await the.signIn('slow@example.com', 'wrong', address))).toBe('login-invalid')
  expect(codeOf(await the.signIn('slow@example.com', 'wrong', address))).toBe('login-locked')
})

test('of many guesses at once only five are answered', async () => {
  await the.signUp('burst@example.com')
  const guesses = Array.from({ length: 12 }, () => the.signIn('burst@example.com', 'wrong', freshAddress()))
  const codes = (await Promise.all(guesses)).map(codeOf)
  expect(codes.filter((code) => code === 'login-invalid')).toHaveLength(5)
  expect(codes.filter((code) => code === 'login-locked')).toHaveLength(7)
})

test('a guest whose access has expired may sign in, and is told so', async () => {
  const { person } = await the.signUp('expired@example.com', { role: 'guest' })
  await the.app.services.database.db
    .update(profiles)
    .set({ accessExpiresAt: new Date('2020-01-01') })
    .where(eq(profiles.id, person.id))
  const answer = await the.signIn('expired@example.com')
  expect(answer.json().user).toMatchObject({
    accessExpired: true,
    accessExpiresAt: '2020-01-01T00:00:00.000Z',
  })
})

test('a session ends seven days after its last use; using it moves the end at most daily', async () => {
  const { person } = await the.signUp('sliding@example.com')
  const use = () => the.app.call(person, 'GET', '/api/session')
  the.app.shift(dayMs)
  // The answer of a use may cross that of a proof, which sets the cookie of the new token.
  expect((await use()).headers['set-cookie']).toBeUndefined()
  the.app.shift(7 * dayMs - 1_000)
  expect((await use()).json().user.email).toBe('sliding@example.com')
  the.app.shift(7 * dayMs)
  expect((await use()).json().user).toBeNull()
})

test('a session ends 30 days after the sign-in, however much it is used', async () => {
  const { person } = await the.signUp('ends@example.com')
  const use = async () => (await the.app.call(person, 'GET', '/api/session')).json().user?.email
  for (let used = 0; used < 29; used += 1) {
    the.app.shift(dayMs)
    expect(await use()).toBe('ends@example.com')
  }
  the.app.shift(dayMs - 10 * minuteMs)
  expect(await use()).toBe('ends@example.com')
  the.app.shift(10 * minuteMs)
  expect(await use()).toBeUndefined()
})

test('SESSION_DAYS says how long a session lasts, also where that is shorter than its idle time', async () => {
  const short = await startAccounts({ SESSION_DAYS: '2' })
  const { answer, person } = await short.signUp('short@example.com')
  expect(String(answer.headers['set-cookie'])).toContain('Max-Age=172800')
  const use = async () => (await short.app.call(person, 'GET', '/api/session')).json().user?.email
  short.app.shift(dayMs + minuteMs)
  expect(await use()).toBe('short@example.com')
  short.app.shift(dayMs)
  expect(await use()).toBeUndefined()
  await short.stop()
})

test('the hourly clean-up removes what has expired and nothing else', async () => {
  const { database, jobs, contexts } = the.app.services
  const { person } = await the.signUp('tidy@example.com')
  the.app.shift(8 * dayMs)
  await the.signIn('tidy@example.com')
  await the.signIn('untidy@example.com', 'wrong', freshAddress())
  await contexts.work((ctx) => jobs.send(ctx.tx, 'clean-up-accounts', {}))
  await jobs.runDue('clean-up-accounts')
  const left = await database.db.select().from(sessions).where(eq(sessions.userId, person.id))
  expect(left).toHaveLength(1)
  const attempts = await database.db.select().from(loginAttempts).where(eq(loginAttempts.kind, 'email'))
  expect(attempts.map(({ key }) => key)).toEqual(['untidy@example.com'])
})
