import { limits } from '@deedbox/contract/limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessions, verifications } from '../../db/tables/accounts.ts'
import type { Person } from '../../testing/app.ts'
import { startSmsProvider, type TestSmsProvider } from '../../testing/sms.ts'
import {
  type Accounts,
  codeOf,
  cookieOf,
  eventNames,
  goodPassword,
  otherThan,
  startAccounts,
} from './accounts.testing.ts'

let sms: TestSmsProvider
let accounts: Accounts
beforeAll(async () => {
  sms = await startSmsProvider()
  accounts = await startAccounts(sms.env)
})
beforeEach(async () => {
  sms.refuse(null)
  sms.received.length = 0
  // The limits of a day.
  await accounts.app.services.database.db.delete(verifications)
})
afterAll(async () => {
  await accounts.stop()
  await sms.stop()
})

let numbers = 412_345_000
const newNumber = () => `+61${++numbers}`
const call = (as: Person | null, method: string, url: string, body?: object) =>
  accounts.app.call(as, method, url, body)
/** Returns the code of the last message, which went to this number. */
const texted = (phone: string) => {
  const message = sms.received.at(-1)
  expect(message?.To).toBe(phone)
  return /^\d{6}/.exec(message?.Body ?? '')?.[0] ?? ''
}
const ask = async (phone: string) => {
  const answer = await call(null, 'POST', '/api/session/phone', { phone })
  await accounts.app.services.jobs.runDue()
  return answer
}
const signIn = (phone: string, code: string) => call(null, 'POST', '/api/session/phone/code', { phone, code })

/** Makes somebody who signs in with this number. */
async function withPhone(email: string, phone = newNumber()) {
  const person = await accounts.newcomer(email)
  await call(person, 'POST', '/api/sign-in-phone', { phone })
  const code = texted(phone)
  expect((await call(person, 'POST', '/api/sign-in-phone/confirm', { phone, code })).json()).toEqual({
    phone,
  })
  return { person, phone }
}

test('a person proves a number, signs in with it, and takes it away again', async () => {
  const { person, phone } = await withPhone('dora@example.com')
  expect((await call(person, 'GET', '/api/sign-in-phone')).json()).toEqual({ phone })
  const told = await accounts.smtp.next(({ deliveredTo, subject }) =>
    Boolean(deliveredTo === person.email && subject?.includes('phone number')),
  )
  expect(told.text).toContain('forgot-password')

  // The number may be typed in any form.
  await ask(`0${phone.slice(3)}`)
  const answer = await signIn(phone, texted(phone))
  expect(answer.json().user.email).toBe(person.email)
  const here = await call({ ...person, cookie: cookieOf(answer) }, 'GET', '/api/session')
  expect(here.json().user.id).toBe(person.id)
  expect(codeOf(await signIn(phone, texted(phone)))).toBe('phone-code-invalid')

  expect((await call(person, 'DELETE', '/api/sign-in-phone')).json()).toEqual({ phone: null })
  expect(codeOf(await call(person, 'DELETE', '/api/sign-in-phone'))).toBe('not-found')
  sms.received.length = 0
  await ask(phone)
  expect(sms.received).toEqual([])
  expect(
    (await eventNames(accounts.app, person.email)).filter((name) => name.startsWith('sign_in_phone')),
  ).toEqual(['sign_in_phone_changed', 'sign_in_phone_changed'])
})

test('an unknown number is answered like a known one, and is counted like it', async () => {
  const { phone } = await withPhone('erin@example.com')
  const unknown = newNumber()
  expect((await ask(unknown)).json()).toEqual((await ask(phone)).json())
  expect(sms.received.map(({ To }) => To).filter((to) => to === unknown)).toEqual([])
  const answers = async (number: string, code: string) => {
    const all = []
    for (let tries = 0; tries <= limits.lockout.failures; tries++)
      all.push(codeOf(await signIn(number, code)))
    return all
  }
  const wrong = otherThan(texted(phone))
  const known = await answers(phone, wrong)
  expect(known).toEqual([...Array(5).fill('phone-code-invalid'), 'login-locked'])
  expect(await answers(unknown, wrong)).toEqual(known)
  // The one count: the password is locked too.
  expect(codeOf(await accounts.signIn('erin@example.com', goodPassword))).toBe('login-locked')
})

test('a number of somebody else is refused to its holder only, without saying whose it is', async () => {
  const { phone } = await withPhone('finn@example.com')
  const other = await accounts.newcomer('gail@example.com')
  expect((await call(other, 'POST', '/api/sign-in-phone', { phone })).statusCode).toBe(200)
  const code = texted(phone)
  expect(
    codeOf(await call(other, 'POST', '/api/sign-in-phone/confirm', { phone, code: otherThan(code) })),
  ).toBe('verification-failed')
  const refused = await call(other, 'POST', '/api/sign-in-phone/confirm', { phone, code })
  expect(codeOf(refused)).toBe('phone-taken')
  expect(refused.body).not.toContain('finn')
})

test('a code is for one person and one purpose, and dies after ten minutes', async () => {
  const [hugo, iris] = [
    await accounts.newcomer('hugo@example.com'),
    await accounts.newcomer('iris@example.com'),
  ]
  const phone = newNumber()
  await call(hugo, 'POST', '/api/sign-in-phone', { phone })
  const code = texted(phone)
  expect(codeOf(await call(iris, 'POST', '/api/sign-in-phone/confirm', { phone, code }))).toBe(
    'verification-failed',
  )
  expect(codeOf(await signIn(phone, code))).toBe('phone-code-invalid')
  accounts.app.shift(limits.code.livesMs)
  expect(codeOf(await call(hugo, 'POST', '/api/sign-in-phone/confirm', { phone, code }))).toBe('code-expired')
})

test('text messages are limited by number and by network, and a failed one is said', async () => {
  const person = await accounts.newcomer('jack@example.com')
  const phone = newNumber()
  const asked = async (ip: string, to = phone) =>
    codeOf(await accounts.post('/api/session/phone', { phone: to }, ip)) ?? 'sent'
  const network = (at: number) => `10.9.${at}.1`
  for (let at = 0; at < limits.smsADay.number; at++) expect(await asked(network(at))).toBe('sent')
  expect(await asked(network(99))).toBe('sms-limit')
  for (let at = 0; at < limits.smsADay.network; at++)
    expect(await asked('10.8.0.1', newNumber())).toBe('sent')
  expect(await asked('10.8.0.1', newNumber())).toBe('sms-limit')

  sms.refuse(500)
  expect(codeOf(await call(person, 'POST', '/api/sign-in-phone', { phone: newNumber() }))).toBe('sms-failed')
})

test('changing the number wants a recent proof, and text messages that are configured', async () => {
  const person = await accounts.newcomer('kim@example.com')
  await accounts.app.services.database.db.update(sessions).set({ provedAt: new Date(0) })
  expect(codeOf(await call(person, 'POST', '/api/sign-in-phone', { phone: newNumber() }))).toBe(
    'proof-needed',
  )
  expect(codeOf(await call(person, 'DELETE', '/api/sign-in-phone'))).toBe('proof-needed')

  const without = await startAccounts()
  const answer = await without.post('/api/session/phone', { phone: newNumber() })
  expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'sms-unavailable'])
  await without.stop()
})
