import { minuteMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authAccounts } from '../../db/tables/accounts.ts'
import type { Person } from '../../testing/app.ts'
import {
  type Accounts,
  codeFor,
  codeOf,
  cookieOf,
  eventNames,
  goodPassword,
  otherThan,
  startAccounts,
} from '../accounts/accounts.testing.ts'

let the: Accounts
beforeAll(async () => {
  the = await startAccounts()
})
afterAll(() => the.stop())

/** Makes somebody who signed in with the password just now. */
async function signedIn(email: string, role = 'admin'): Promise<Person> {
  const person = await the.newcomer(email, role)
  return { ...person, cookie: cookieOf(await the.signIn(email)) }
}
const setPhone = async (as: Person, phone: string) => {
  const { values } = (await the.app.call(as, 'GET', '/api/settings')).json()
  return the.app.call(as, 'PUT', '/api/settings', { changes: { phone }, was: { phone: values.phone } })
}
const prove = (as: Person, body: object) => the.app.call(as, 'POST', '/api/session/proof', body)

test('a dangerous act asks who it is 15 minutes after the sign-in, and goes on after the password', async () => {
  const admin = await signedIn('ruth@firm.example')
  the.app.shift(15 * minuteMs - 1_000)
  expect((await setPhone(admin, '01')).statusCode).toBe(200)
  the.app.shift(1_000)
  const refused = await setPhone(admin, '02')
  expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'proof-needed'])
  expect((await the.app.call(admin, 'GET', '/api/session/proof')).json()).toEqual({ ways: ['password'] })

  expect(codeOf(await prove(admin, { password: 'wrong password' }))).toBe('password-wrong')
  expect(codeOf(await setPhone(admin, '02'))).toBe('proof-needed')
  expect((await prove(admin, { password: goodPassword })).statusCode).toBe(200)
  expect((await setPhone(admin, '02')).statusCode).toBe(200)
  expect(await eventNames(the.app, admin.email)).toContain('sign_in_failed')
})

test('wrong proofs are failures like any other: five lock the sign-in', async () => {
  const admin = await signedIn('guessed@firm.example')
  for (let tries = 0; tries < 4; tries++)
    expect(codeOf(await prove(admin, { password: 'wrong password' }))).toBe('password-wrong')
  expect((await the.signIn(admin.email, 'wrong password')).statusCode).toBe(401)
  expect(codeOf(await prove(admin, { password: goodPassword }))).toBe('login-locked')
  expect(codeOf(await the.signIn(admin.email))).toBe('login-locked')
})

test('somebody with neither password nor factor proves it with a mailed code', async () => {
  const person = await signedIn('provided@firm.example')
  expect(codeOf(await the.app.call(person, 'POST', '/api/session/proof/code'))).toBe('not-allowed')
  await the.app.services.database.db.delete(authAccounts).where(eq(authAccounts.userId, person.id))
  expect((await the.app.call(person, 'GET', '/api/session/proof')).json()).toEqual({ ways: ['email'] })
  the.app.shift(20 * minuteMs)
  expect((await the.app.call(person, 'POST', '/api/session/proof/code')).statusCode).toBe(200)
  const code = await codeFor(the.smtp, person.email)
  expect(codeOf(await prove(person, { emailCode: otherThan(code) }))).toBe('verification-failed')
  expect((await prove(person, { emailCode: code })).statusCode).toBe(200)
  expect(codeOf(await prove(person, { emailCode: code }))).toBe('no-pending-code')
  expect((await setPhone(person, '03')).statusCode).toBe(200)
})

test('a password is changed: the other sessions end, the old one no longer works, weak ones are refused', async () => {
  const person = await signedIn('joan@firm.example', 'requestor')
  const elsewhere = { ...person, cookie: cookieOf(await the.signIn(person.email)) }
  const change = (password: string) => the.app.call(person, 'PUT', '/api/password', { password })
  expect(codeOf(await change('password'))).toBe('password-weak')
  expect((await change('Silver-Lock-1901')).statusCode).toBe(200)
  expect((await the.app.call(person, 'GET', '/api/profile')).statusCode).toBe(200)
  expect((await the.app.call(elsewhere, 'GET', '/api/profile')).statusCode).toBe(401)
  expect((await the.signIn(person.email)).statusCode).toBe(401)
  expect((await the.signIn(person.email, 'Silver-Lock-1901')).statusCode).toBe(200)
  expect(await eventNames(the.app, person.email)).toContain('password_changed')
})
