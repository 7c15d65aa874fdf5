import { minuteMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles, verifications } from '../../db/tables/accounts.ts'
import {
  type Accounts,
  codeFor,
  codeOf,
  cookieOf,
  eventNames,
  eventsOf,
  goodPassword,
  otherThan,
  startAccounts,
} from './accounts.testing.ts'

let the: Accounts
beforeAll(async () => {
  the = await startAccounts()
})
afterAll(() => the.stop())

const db = () => the.app.services.database.db
const now = () => new Date(Date.now() + the.app.services.clock.shiftMs)
const profileOf = async (email: string) =>
  (await db().select().from(profiles).where(eq(profiles.email, email)))[0]
let addresses = 1
const freshAddress = () => `10.1.0.${addresses++}`

test('a mailed code makes the account and signs in', async () => {
  const sent = await the.sendCode(' Ada@Example.com ')
  expect(sent.statusCode).toBe(200)
  expect(sent.json()).toEqual({ success: true, expiresAt: expect.any(String) })
  const left = Date.parse(sent.json().expiresAt) - now().getTime()
  expect(left).toBeGreaterThan(9 * minuteMs)
  expect(left).toBeLessThanOrEqual(10 * minuteMs)

  const code = await codeFor(the.smtp, 'ada@example.com')
  const stored = await db().select().from(verifications)
  expect(JSON.stringify(stored)).not.toContain(code)

  const answer = await the.verify('ADA@example.com', code)
  expect(answer.json()).toMatchObject({
    success: true,
    accountExists: false,
    message: 'Account created',
    user: { email: 'ada@example.com', name: 'Ada Lovelace', role: 'requestor', confirmed: true },
  })
  const me = { id: '', email: '', cookie: cookieOf(answer) }
  expect((await the.app.call(me, 'GET', '/api/session')).json().user).toEqual(answer.json().user)
  expect(await eventNames(the.app, 'ada@example.com')).toEqual([
    'verification_code_sent',
    'account_created',
    'signed_in',
  ])
  expect((await eventsOf(the.app, 'ada@example.com'))[1]?.actorId).toBe(answer.json().user.id)
  expect((await the.signIn('ada@example.com')).statusCode).toBe(200)
})

test('who chooses no role becomes a guest; a trustee who was not invited awaits confirmation', async () => {
  await the.signUp('guest@example.com', { role: undefined })
  await the.signUp('trustee@example.com', { role: 'trustee' })
  expect(await profileOf('guest@example.com')).toMatchObject({ role: 'guest', confirmedAt: expect.any(Date) })
  expect(await profileOf('trustee@example.com')).toMatchObject({ role: 'trustee', confirmedAt: null })
})

test.each(['admin', 'b2b_admin', 'owner'])('nobody signs up as %s', async (role) => {
  expect(codeOf(await the.sendCode('upstart@example.com', { role }))).toBe('invalid-input')
  expect(codeOf(await the.verify('upstart@example.com', '123456', { role }))).toBe('invalid-input')
})

test('an email that has an account is told so, before and after the code', async () => {
  await the.sendCode('twice@example.com')
  const code = await codeFor(the.smtp, 'twice@example.com')
  await the.app.person('requestor', { email: 'twice@example.com' })
  const again = await the.sendCode('twice@example.com')
  expect(again.statusCode).toBe(409)
  expect(again.json().error).toMatchObject({
    code: 'account-exists',
    message:
      'An account with this email already exists. Please log in instead, or use "Forgot password" if needed.',
  })
  const late = await the.verify('twice@example.com', code)
  expect(late.statusCode).toBe(200)
  expect(late.json()).toEqual({
    success: false,
    accountExists: true,
    pending: null,
    enrolBefore: null,
    message: 'This email is already registered. Redirecting to login...',
    user: null,
  })
  expect(late.headers['set-cookie']).toBeUndefined()
})

test('without a code there is nothing to verify, nor with one that was used', async () => {
  expect((await the.verify('none@example.com', '123456')).json().error).toMatchObject({
    code: 'no-pending-signup',
    message: 'No pending signup found. Please start the signup process again.',
  })
})

test('a code lives ten minutes', async () => {
  await the.sendCode('late@example.com')
  const code = await codeFor(the.smtp, 'late@example.com')
  the.app.shift(10 * minuteMs)
  const answer = await the.verify('late@example.com', code)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error).toMatchObject({
    code: 'code-expired',
    message: 'Your verification code has expired.',
  })
  expect(await profileOf('late@example.com')).toBeUndefined()
})

test('a new code ends the one before it', async () => {
  await the.sendCode('resend@example.com')
  const first = await codeFor(the.smtp, 'resend@example.com')
  await the.sendCode('resend@example.com')
  const second = await codeFor(the.smtp, 'resend@example.com')
  if (first !== second)
    expect(codeOf(await the.verify('resend@example.com', first))).toBe('verification-failed')
  expect((await the.verify('resend@example.com', second)).json().success).toBe(true)
})

test('a code dies after five wrong tries, and sign-up is locked for 15 minutes', async () => {
  await the.sendCode('wrong@example.com')
  const code = await codeFor(the.smtp, 'wrong@example.com')
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    const answer = await the.verify('wrong@example.com', otherThan(code), {}, freshAddress())
    const { error } = answer.json()
    expect(error).toMatchObject({
      code: 'verification-failed',
      message: 'Verification failed. Please check your code and try again.',
    })
    // The fifth says when another code may be sent.
    expect(error.retryAfterMinutes).toBe(wrong === 5 ? 15 : undefined)
  }
  const right = await the.verify('wrong@example.com', code, {}, freshAddress())
  expect(right.statusCode).toBe(400)
  expect(right.json().error).toMatchObject({ code: 'code-dead', retryAfterMinutes: 15 })
  expect((await the.sendCode('wrong@example.com', {}, freshAddress())).json().error).toMatchObject({
    code: 'login-locked',
    retryAfterMinutes: 15,
  })
  the.app.shift(15 * minuteMs)
  await the.sendCode('wrong@example.com')
  const fresh = await the.verify('wrong@example.com', await codeFor(the.smtp, 'wrong@example.com'))
  expect(fresh.json().success).toBe(true)
})

test('of many wrong codes at once only five are looked at', async () => {
  await the.sendCode('burst@example.com')
  const code = await codeFor(the.smtp, 'burst@example.com')
  const tries = Array.from({ length: 9 }, () =>
    the.verify('burst@example.com', otherThan(code), {}, freshAddress()),
  )
  const codes = (await Promise.all(tries)).map(codeOf)
  expect(codes.filter((each) => each === 'verification-failed')).toHaveLength(5)
  expect(codes.filter((each) => each === 'code-dead')).toHaveLength(4)
})

test('the right code sent twice at once makes one account', async () => {
  await the.sendCode('double@example.com')
  const code = await codeFor(the.smtp, 'double@example.com')
  const answers = await Promise.all([1, 2, 3].map(() => the.verify('double@example.com', code)))
  const bodies = answers.map((answer) => answer.json())
  expect(bodies.filter(({ success }) => success)).toHaveLength(1)
  expect(bodies.filter(({ accountExists }) => accountExists)).toHaveLength(2)
  const names = await eventNames(the.app, 'double@example.com')
  expect(names.filter((name) => name === 'account_created')).toHaveLength(1)
})

test.each([
  ['abc12', 'invalid-input'],
  ['aB1!xyz', 'password-weak'],
  ['aaaaaaaa', 'password-weak'],
])('the password %s is refused as %s, and the code stays good', async (password, refusal) => {
  const email = `weak-${password.length}@example.com`
  await the.sendCode(email)
  const code = await codeFor(the.smtp, email)
  const answer = await the.verify(email, code, { password })
  expect(answer.statusCode).toBe(400)
  expect(codeOf(answer)).toBe(refusal)
  expect((await the.verify(email, code)).json().success).toBe(true)
})

test('an email gets at most five codes in ten minutes', async () => {
  for (let sent = 0; sent < 5; sent += 1)
    expect((await the.sendCode('flood@example.com', {}, freshAddress())).statusCode).toBe(200)
  const sixth = await the.sendCode('flood@example.com', {}, freshAddress())
  expect(sixth.statusCode).toBe(429)
  expect(codeOf(sixth)).toBe('too-many-requests')
  the.app.shift(10 * minuteMs)
  expect((await the.sendCode('flood@example.com')).statusCode).toBe(200)
})

test('when the code cannot be mailed there is none', async () => {
  the.smtp.refuse(550)
  const answer = await the.sendCode('bounce@example.com')
  the.smtp.refuse(null)
  expect(answer.statusCode).toBe(502)
  expect(answer.json().error).toMatchObject({
    code: 'verification-mail-failed',
    message: 'Failed to send verification email. Please try again.',
  })
  expect(codeOf(await the.verify('bounce@example.com', '123456'))).toBe('no-pending-signup')
  expect(await eventNames(the.app, 'bounce@example.com')).toEqual([])
})

test('failed sign-ins lock sign-up as well, and signing up clears the count', async () => {
  await the.sendCode('both@example.com')
  const code = await codeFor(the.smtp, 'both@example.com')
  for (let failure = 0; failure < 5; failure += 1)
    await the.signIn('both@example.com', 'wrong', freshAddress())
  expect(codeOf(await the.verify('both@example.com', code))).toBe('login-locked')
  the.app.shift(15 * minuteMs)
  for (let failure = 0; failure < 4; failure += 1)
    await the.signIn('both@example.com', 'wrong', freshAddress())
  await the.sendCode('both@example.com')
  await the.verify('both@example.com', await codeFor(the.smtp, 'both@example.com'))
  expect(codeOf(await the.signIn('both@example.com', 'wrong', freshAddress()))).toBe('login-invalid')
  expect((await the.signIn('both@example.com', goodPassword, freshAddress())).statusCode).toBe(200)
})
