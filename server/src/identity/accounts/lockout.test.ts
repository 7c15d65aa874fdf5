import { minuteMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressAttempts } from '../../db/tables/accounts.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { startTestApp } from '../../testing/app.ts'
import { type Accounts, codeOf, eventsOf, goodPassword, startAccounts } from './accounts.testing.ts'
import { clearFailures, countFailure, lockAttempts, lockedMinutes } from './lockout.ts'

let the: Accounts
beforeAll(async () => {
  the = await startAccounts()
})
afterAll(() => the.stop())

/** Does what a sign-in does about its attempt, without the slow hashing. */
const attempt = (email: string, ip: string, right: boolean) =>
  the.app.services.contexts.work(async (ctx: WriteCtx) => {
    await lockAttempts(ctx, { email, ip })
    if ((await lockedMinutes(ctx, { email, ip })) > 0) return 'refused'
    if (right) await clearFailures(ctx, { email, ip })
    else await countFailure(ctx, { email, ip }, 'password')
    return right ? 'in' : 'wrong'
  })

test('an office of 200 people behind one address is not locked out by their mistakes', async () => {
  const outcomes: string[] = []
  for (let person = 0; person < 200; person += 1) {
    const email = `office-${person}@example.com`
    outcomes.push(await attempt(email, '10.1.0.1', false))
    if (person % 3 === 0) outcomes.push(await attempt(email, '10.1.0.1', false))
    // A tenth of the people gives up for the day.
    if (person % 10 > 0) outcomes.push(await attempt(email, '10.1.0.1', true))
  }
  expect(outcomes).not.toContain('refused')
})

test('one password tried on many accounts is stopped, whatever its own sign-ins; who is known there still gets in', async () => {
  const address = '10.1.0.2'
  await the.signUp('sprayed@example.com')
  expect(await attempt('colleague@example.com', address, true)).toBe('in')
  const outcomes: string[] = []
  for (let account = 0; account < 200; account += 1) {
    outcomes.push(await attempt(`account-${account}@example.com`, address, false))
    // The guesser has an account of their own and signs in between.
    if (account % 4 === 0) await attempt('guesser@example.com', address, true)
  }
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(50)
  expect(await eventsOf(the.app, 'account-49@example.com')).toMatchObject([
    { event: 'sign_in_failed' },
    { event: 'sign_in_locked', details: { by: 'address' } },
  ])

  const locked = await the.signIn('sprayed@example.com', goodPassword, address)
  expect(locked.statusCode).toBe(429)
  expect(locked.json().error).toMatchObject({ code: 'login-locked', retryAfterMinutes: 24 * 60 })
  expect(await attempt('colleague@example.com', address, true)).toBe('in')
  expect((await the.signIn('sprayed@example.com', goodPassword, '10.1.0.3')).statusCode).toBe(200)
  the.app.shift(24 * 60 * minuteMs)
  expect((await the.signIn('sprayed@example.com', goodPassword, address)).statusCode).toBe(200)
})

test('of many guesses at once from one address those beyond 50 are refused', async () => {
  for (let account = 0; account < 44; account += 1)
    await attempt(`before-${account}@example.com`, '10.1.0.4', false)
  const guesses = Array.from({ length: 10 }, (_, n) =>
    the.signIn(`at-once-${n}@example.com`, 'wrong', '10.1.0.4'),
  )
  const codes = (await Promise.all(guesses)).map(codeOf)
  expect(codes.filter((code) => code === 'login-invalid')).toHaveLength(6)
  expect(codes.filter((code) => code === 'login-locked')).toHaveLength(4)
})

test('an IPv6 network of 64 bits counts as one address', async () => {
  for (let host = 1; host <= 50; host += 1)
    await attempt(`six-${host}@example.com`, `2001:db8:0:7::${host.toString(16)}`, false)
  expect(await attempt('six@example.com', '2001:db8:0:7:ffff::1', false)).toBe('refused')
  expect(await attempt('six@example.com', '2001:db8:0:8::1', false)).toBe('wrong')
})

test('the nightly clean-up keeps who is known where for 30 days', async () => {
  const { database, jobs, contexts } = the.app.services
  await attempt('kept@example.com', '10.1.0.5', true)
  await attempt('forgotten@example.com', '10.1.0.5', false)
  const emails = async () => {
    await contexts.work((ctx) => jobs.send(ctx.tx, 'clean-up-accounts', {}))
    await jobs.runDue('clean-up-accounts')
    return (await database.db.select().from(addressAttempts)).map(({ email }) => email)
  }
  the.app.shift(24 * 60 * minuteMs)
  const left = await emails()
  expect(left).toContain('kept@example.com')
  expect(left).not.toContain('forgotten@example.com')
  the.app.shift(30 * 24 * 60 * minuteMs)
  expect(await emails()).toEqual([])
})

test('only a trusted proxy says where a request comes from, and only an address is recorded', async () => {
  const url = 'https://deeds.example'
  const headers = { host: 'deeds.example', origin: url }
  const app = await startTestApp({ PUBLIC_URL: url, TRUSTED_PROXIES: '10.9.0.0/16, 2001:db8::1' })
  let tries = 0
  const recorded = async (remoteAddress: string, forwarded: string) => {
    const email = `from-${tries++}@example.com`
    await app.call(
      null,
      'POST',
      '/api/password/forgot',
      { email },
      {
        remoteAddress,
        headers: { ...headers, 'x-forwarded-for': forwarded },
      },
    )
    return (await eventsOf(app, email))[0]?.ip
  }
  expect(await recorded('10.9.0.1', '203.0.113.7')).toBe('203.0.113.7')
  expect(await recorded('2001:db8::1', '198.51.100.1, 203.0.113.7, 10.9.0.2')).toBe('203.0.113.7')
  expect(await recorded('10.9.0.1', '203.0.113.7:4711')).toBe('203.0.113.7')
  expect(await recorded('10.9.0.1', "'; drop table audit_events; --")).toBe('10.9.0.1')
  expect(await recorded('10.9.0.1', 'unknown, 10.9.0.2')).toBe('10.9.0.2')
  // A stranger, and this machine, which is not among the trusted.
  expect(await recorded('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(await recorded('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
  expect(await recorded('::ffff:203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  await app.stop()
})

test('calls a minute are counted by network too', async () => {
  const app = await startTestApp({}, { rateLimitFactor: 1 })
  const ask = (remoteAddress: string) =>
    app.call(null, 'POST', '/api/password/forgot', { email: 'a@example.com' }, { remoteAddress })
  for (let host = 1; host <= 10; host += 1) expect((await ask(`2001:db8::${host}`)).statusCode).toBe(200)
  const refused = await ask('2001:db8::ffff')
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'too-many-requests'])
  expect((await ask('2001:db8:1::1')).statusCode).toBe(200)
  await app.stop()
})
