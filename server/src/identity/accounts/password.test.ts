import { minuteMs } from '@deedbox/contract/durations.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices, sessions, verifications } from '../../db/tables/accounts.ts'
import { refreshTokens } from '../../db/tables/sign-in.ts'
import { type Accounts, codeOf, eventNames, goodPassword, startAccounts } from './accounts.testing.ts'

const newPassword = 'Wax-Seal-1902'
let the: Accounts
beforeAll(async () => {
  the = await startAccounts()
})
afterAll(() => the.stop())

const forgot = (email: string) => the.post('/api/password/forgot', { email })
const reset = (token: string, password = newPassword) => the.post('/api/password/reset', { token, password })
const isGood = async (token: string) => (await the.post('/api/password/reset/check', { token })).json()
let addresses = 1
const freshAddress = () => `10.2.0.${addresses++}`

async function linkFor(email: string): Promise<string> {
  await forgot(email)
  const mail = await the.smtp.next(
    ({ deliveredTo, subject }) => deliveredTo === email && subject === 'Reset your Deedbox password',
  )
  const token = /\/reset-password\?token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  if (!token) throw new Error('The email holds no link')
  return token
}

/** Makes somebody with a password, signed in. */
async function member(email: string) {
  const { person } = await the.signUp(email)
  return person
}

test('a mailed link sets a new password, ends all sessions and clears the lockout', async () => {
  const person = await member('reset@example.com')
  for (let failure = 0; failure < 5; failure += 1)
    await the.signIn('reset@example.com', 'wrong', freshAddress())
  const token = await linkFor('reset@example.com')
  expect((await reset(token)).json()).toEqual({ success: true })

  expect((await the.app.call(person, 'GET', '/api/session')).json().user).toBeNull()
  expect(codeOf(await the.signIn('reset@example.com', goodPassword, freshAddress()))).toBe('login-invalid')
  expect((await the.signIn('reset@example.com', newPassword, freshAddress())).statusCode).toBe(200)
  const names = await eventNames(the.app, 'reset@example.com')
  expect(names).toContain('password_reset_requested')
  expect(names).toContain('password_reset')
})

test('a reset ends the sessions of programs and scripts too, with their refresh tokens, and remembers no device', async () => {
  const { db } = the.app.services.database
  const { id, email } = await member('programs@example.com')
  const now = new Date()
  const later = new Date(now.getTime() + 60 * 60_000)
  const rows = { userId: id, createdAt: now, updatedAt: now, expiresAt: later }
  const [api] = await db
    .insert(sessions)
    .values([
      { ...rows, token: `api:${id}`, kind: 'api' },
      { ...rows, token: `pat:${id}`, kind: 'token' },
    ])
    .returning()
  await db.insert(refreshTokens).values({ hash: 'of a program', sessionId: api?.id ?? '', createdAt: now })
  await db.update(devices).set({ rememberedUntil: later }).where(eq(devices.userId, id))
  expect((await reset(await linkFor(email))).statusCode).toBe(200)
  expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0)
  expect(await db.$count(refreshTokens, eq(refreshTokens.hash, 'of a program'))).toBe(0)
  const remembered = and(eq(devices.userId, id), isNotNull(devices.rememberedUntil))
  expect(await db.$count(devices, remembered)).toBe(0)
})

test('the answer does not tell whether there is an account, and an unknown email gets no mail', async () => {
  await member('there@example.com')
  const [known, unknown] = [await forgot('there@example.com'), await forgot('missing@example.com')]
  expect([known.statusCode, unknown.statusCode]).toEqual([200, 200])
  expect(unknown.body).toBe(known.body)
  await the.app.services.jobs.runDue()
  const recipients = the.smtp.received.map(({ deliveredTo }) => deliveredTo)
  expect(recipients).toContain('there@example.com')
  expect(recipients).not.toContain('missing@example.com')
})

test('a link works once: of several at once one wins', async () => {
  await member('once@example.com')
  const token = await linkFor('once@example.com')
  // A look does not use it up.
  for (let look = 0; look < 2; look += 1) expect(await isGood(token)).toEqual({ valid: true })
  const answers = await Promise.all([1, 2, 3].map((n) => reset(token, `${newPassword}-${n}`)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter((answer) => codeOf(answer) === 'reset-link-invalid')).toHaveLength(2)
  const again = await reset(token)
  expect(again.statusCode).toBe(400)
  expect(await isGood(token)).toEqual({ valid: false })
  expect(again.json().error.message).toBe('This reset link is no longer valid. Please request a new one.')
})

test('a link is valid for one hour', async () => {
  await member('slow@example.com')
  const [early, late] = [await linkFor('slow@example.com'), await linkFor('slow@example.com')]
  the.app.shift(59 * minuteMs)
  expect((await reset(early)).statusCode).toBe(200)
  await member('slower@example.com')
  const expired = await linkFor('slower@example.com')
  the.app.shift(60 * minuteMs)
  expect(codeOf(await reset(expired))).toBe('reset-link-invalid')
  expect(codeOf(await reset(late))).toBe('reset-link-invalid')
  expect(await isGood(expired)).toEqual({ valid: false })
})

test('a reset ends the other links of the person too', async () => {
  await member('links@example.com')
  const [first, second] = [await linkFor('links@example.com'), await linkFor('links@example.com')]
  expect((await reset(second)).statusCode).toBe(200)
  expect(codeOf(await reset(first))).toBe('reset-link-invalid')
})

test('the token is stored as a hash only, and a short password does not use it up', async () => {
  const person = await member('hashed@example.com')
  const token = await linkFor('hashed@example.com')
  const { database } = the.app.services
  const [stored] = await database.db.select().from(verifications).where(eq(verifications.value, person.id))
  expect(stored?.identifier).toBeTruthy()
  expect(JSON.stringify(stored)).not.toContain(token)
  const { rows } = await database.query<{ job: string }>('select job::text as job from pgboss.job job')
  expect(rows.map(({ job }) => job).join()).not.toContain(token)
  const short = await reset(token, 'five5')
  expect(short.json().error.fields).toEqual({ password: 'Password must be at least 6 characters long.' })
  expect((await reset(token, 'six666')).statusCode).toBe(200)
})

test('a link that nobody was sent is refused', async () => {
  expect(codeOf(await reset('x'.repeat(43)))).toBe('reset-link-invalid')
  expect(await isGood('x'.repeat(43))).toEqual({ valid: false })
})

test('a person gets at most five links in ten minutes', async () => {
  await member('flood@example.com')
  for (let link = 0; link < 5; link += 1) await linkFor('flood@example.com')
  await forgot('flood@example.com')
  await the.app.services.jobs.runDue()
  const count = () =>
    the.smtp.received.filter(
      ({ subject, deliveredTo }) => deliveredTo === 'flood@example.com' && subject?.startsWith('Reset'),
    ).length
  expect(count()).toBe(5)
  the.app.shift(10 * minuteMs)
  await linkFor('flood@example.com')
  expect(count()).toBe(6)
})

test('a link that could not be mailed is made again by a later try', async () => {
  await member('retry@example.com')
  the.smtp.refuse(450)
  await forgot('retry@example.com')
  await the.app.services.jobs.runDue()
  the.smtp.refuse(null)
  const { rows } = await the.app.services.database.query<{ state: string }>(
    "select state::text as state from pgboss.job where name = 'mail-reset-link' and data->>'email' = 'retry@example.com'",
  )
  expect(rows).toEqual([{ state: 'retry' }])
})
