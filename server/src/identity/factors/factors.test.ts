import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../db/tables/accounts.ts'
import { backupCodes, factors } from '../../db/tables/sign-in.ts'
import { shownCode } from '../../testing/totp.ts'
import {
  type Accounts,
  codeOf,
  eventNames,
  goodPassword,
  startAccounts,
} from '../accounts/accounts.testing.ts'
import { change, cookiesOf, withFactors } from './factors.testing.ts'

let the: Accounts
let two: ReturnType<typeof withFactors>
beforeAll(async () => {
  the = await startAccounts()
  two = withFactors(the)
})
afterAll(() => the.stop())

const mailTo = (email: string, subject: string) =>
  the.smtp.next((mail) => mail.deliveredTo === email && mail.subject === subject)

/** Makes somebody's proof of who they are old, as after 15 minutes. */
const ageProof = (email: string) =>
  the.app.services.database.query(
    `update sessions set proved_at = now() - interval '1 day' where user_id = (select user_id from profiles where email = $1)`,
    [email],
  )

test('an authenticator app counts once a code confirmed it; then the password alone is half a sign-in', async () => {
  const person = await the.newcomer('enrol@example.com')
  const elsewhere = await the.app.signIn(person.id, person.email)
  const begun = await the.app.call(person, 'POST', '/api/factors/totp', { name: 'My phone' })
  expect(begun.statusCode).toBe(201)
  const { factorId, secret, uri, qr } = begun.json()
  expect(uri).toContain(`otpauth://totp/Deedbox:enrol%40example.com?secret=${secret}`)
  expect(qr).toMatch(/^<svg /)
  const [stored] = await the.app.services.database.db.select().from(factors).where(eq(factors.id, factorId))
  expect(stored?.secret).not.toContain(secret)
  expect((await two.firstStep(person)).answer.json().user).not.toBeNull()

  const wrong = await the.app.call(person, 'POST', `/api/factors/totp/${factorId}/verify`, {
    code: shownCode(secret, two.now() + 10 * dayMs),
  })
  expect([wrong.statusCode, codeOf(wrong)]).toEqual([400, 'factor-wrong'])
  const code = shownCode(secret, two.now())
  const confirmed = await the.app.call(person, 'POST', `/api/factors/totp/${factorId}/verify`, { code })
  const codes: string[] = confirmed.json().backupCodes
  expect(new Set(codes).size).toBe(10)
  const mail = await mailTo(person.email, 'An authenticator app was added to your account')
  expect(mail.text).toContain('“My phone”')
  // This session has passed it; the other one has to.
  expect((await two.here(person)).user.email).toBe(person.email)
  expect(await two.here(elsewhere)).toMatchObject({ user: null, pending: { lacks: 'factor' } })

  const { answer, half } = await two.firstStep(person)
  expect(answer.json()).toMatchObject({ user: null, pending: { email: person.email, lacks: 'factor' } })
  expect(await two.here(half)).toMatchObject({ user: null, pending: { lacks: 'factor' } })
  // The code that confirmed it was used.
  expect(codeOf(await two.pass(half, code))).toBe('factor-wrong')
  const fresh = two.nextCode(secret)
  const passed = await two.pass(half, `${fresh.slice(0, 3)} ${fresh.slice(3)}`)
  expect(passed.json()).toMatchObject({ user: { email: person.email }, pending: null })
  const again = (await two.firstStep(person)).half
  expect(codeOf(await two.pass(again, fresh))).toBe('factor-wrong')
  const [session] = await the.app.services.database.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, person.id))
    .orderBy(sessions.createdAt)
    .offset(3)
  expect(session?.methods.map(({ method }) => method)).toEqual(['password', 'totp'])
  expect(await eventNames(the.app, person.email)).toEqual(
    expect.arrayContaining(['factor_added', 'factor_passed']),
  )
})

test('of two uses of one code at once only one passes, of an app as of a backup code', async () => {
  const person = await the.newcomer('twice@example.com')
  const { secret, backupCodes } = await two.enrol(person)
  for (const code of [two.nextCode(secret), backupCodes?.[0] ?? '']) {
    const halves = [await two.firstStep(person), await two.firstStep(person)]
    const answers = await Promise.all(halves.map(({ half }) => two.pass(half, code)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  }
})

test('each backup code works once, in any case, and is told with how many are left; new ones replace them', async () => {
  const person = await the.newcomer('backup@example.com')
  const { secret, backupCodes: codes } = await two.enrol(person)
  const [first = '', second = ''] = codes ?? []
  const stored = await the.app.services.database.db
    .select()
    .from(backupCodes)
    .where(eq(backupCodes.userId, person.id))
  expect(JSON.stringify(stored)).not.toContain(first.replace('-', ''))
  const { half } = await two.firstStep(person)
  expect((await two.pass(half, ` ${first.toUpperCase().replace('-', ' ')} `)).statusCode).toBe(200)
  const mail = await mailTo(person.email, 'A backup code of your account was used')
  expect(mail.text).toContain('You have 9 backup codes left.')
  expect(codeOf(await two.pass((await two.firstStep(person)).half, first))).toBe('factor-wrong')
  expect((await the.app.call(person, 'GET', '/api/factors')).json().backupCodesLeft).toBe(9)

  await ageProof(person.email)
  expect(codeOf(await the.app.call(person, 'POST', '/api/factors/backup-codes'))).toBe('proof-needed')
  const prove = (code: string) => the.app.call(person, 'POST', '/api/session/proof', { code })
  expect(codeOf(await prove(first))).toBe('factor-wrong')
  expect((await prove(two.nextCode(secret))).statusCode).toBe(200)
  const made = await the.app.call(person, 'POST', '/api/factors/backup-codes')
  expect(made.json().backupCodes).toHaveLength(10)
  await mailTo(person.email, 'New backup codes were made for your account')
  const next = (await two.firstStep(person)).half
  expect(codeOf(await two.pass(next, second))).toBe('factor-wrong')
  expect((await two.pass(next, made.json().backupCodes[0])).statusCode).toBe(200)

  const other = await the.newcomer('no-factor@example.com')
  expect(codeOf(await the.app.call(other, 'POST', '/api/factors/backup-codes'))).toBe('factor-none')
})

test('a remembered device is asked for no second factor for 30 days, until a factor is removed', async () => {
  const person = await the.newcomer('remember@example.com')
  const { secret } = await two.enrol(person)
  const { half } = await two.firstStep(person)
  await two.pass(half, two.nextCode(secret), { remember: true })
  expect((await two.firstStep(person, half.cookie)).answer.json().user).not.toBeNull()
  // Another browser is not this device, nor another person on it.
  expect((await two.firstStep(person)).answer.json().pending).not.toBeNull()
  the.app.shift(30 * dayMs)
  const late = await two.firstStep(person, half.cookie)
  expect(late.answer.json().pending).toMatchObject({ lacks: 'factor' })
  await two.pass({ ...person, cookie: `${half.cookie}; ${cookiesOf(late.answer)}` }, two.nextCode(secret))
  const again = { ...person, cookie: late.half.cookie }
  await two.pass(again, two.nextCode(secret), { remember: true })
  const whole = await two.firstStep(person, again.cookie)
  expect(whole.answer.json().user).not.toBeNull()
  const second = await two.enrol(whole.half, 'Tablet')
  const removed = await the.app.call(whole.half, 'DELETE', `/api/factors/${second.factorId}`)
  expect(removed.statusCode, removed.body).toBe(200)
  expect((await two.firstStep(person, again.cookie)).answer.json().pending).not.toBeNull()
})

test('five wrong codes lock the person, from whatever addresses; the right password does not clear them', async () => {
  const person = await the.newcomer('guessed@example.com')
  const { secret } = await two.enrol(person)
  for (let n = 1; n <= 5; n += 1) {
    const { half } = await two.firstStep(person)
    expect(codeOf(await two.pass(half, '000000', {}, `10.7.0.${n}`))).toBe('factor-wrong')
    // A new password by mail does not clear them either.
    if (n === 2) {
      await the.post('/api/password/forgot', { email: person.email })
      await the.app.services.jobs.runDue('mail-reset-link')
      const mail = await mailTo(person.email, 'Reset your Deedbox password')
      const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1]
      expect((await the.post('/api/password/reset', { token, password: goodPassword })).statusCode).toBe(200)
    }
  }
  const locked = await the.signIn(person.email, goodPassword, '10.7.1.1')
  expect([locked.statusCode, codeOf(locked)]).toEqual([429, 'login-locked'])
  the.app.shift(16 * 60_000)
  const { half } = await two.firstStep(person)
  expect((await two.pass(half, two.nextCode(secret))).statusCode).toBe(200)
  // The person passed: the count begins anew.
  for (let n = 1; n <= 4; n += 1) expect((await the.signIn(person.email, 'wrong')).statusCode).toBe(401)
  expect((await the.signIn(person.email)).statusCode).toBe(200)
  // The sign-in was half done: one more failure is the fifth.
  const last = await two.firstStep(person)
  expect(codeOf(await two.pass(last.half, '000000'))).toBe('factor-wrong')
  expect(codeOf(await two.pass(last.half, two.nextCode(secret)))).toBe('login-locked')
})

test('factors are renamed and removed, the last one not while the role needs one; other sessions pass what is left', async () => {
  const person = await the.newcomer('several@example.com')
  const first = await two.enrol(person, 'Phone')
  const { half: elsewhere } = await two.firstStep(person)
  await two.pass(elsewhere, two.nextCode(first.secret))
  const second = await two.enrol(person, 'Tablet')
  expect(second.backupCodes).toBeNull()
  const url = (id: string) => `/api/factors/${id}`
  await the.app.call(person, 'PUT', url(second.factorId), { name: 'Old tablet' })
  const list = (await the.app.call(person, 'GET', '/api/factors')).json()
  expect(list.factors.map(({ name }: { name: string }) => name)).toEqual(['Phone', 'Old tablet'])
  expect(list.required).toBe(false)
  // The factors of others are refused, and so is a call without a recent proof.
  const stranger = await the.newcomer('stranger@example.com')
  for (const method of ['PUT', 'DELETE'] as const)
    expect(codeOf(await the.app.call(stranger, method, url(first.factorId), { name: 'Mine' }))).toBe(
      'factor-not-found',
    )

  expect((await the.app.call(person, 'DELETE', url(first.factorId))).statusCode).toBe(200)
  await mailTo(person.email, 'An authenticator app was removed from your account')
  expect((await two.here(elsewhere)).pending).toMatchObject({ lacks: 'factor' })
  expect((await two.here(person)).user).not.toBeNull()

  await change(the.app, { secondFactorRoles: ['requestor'] })
  const refused = await the.app.call(person, 'DELETE', url(second.factorId))
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'factor-last'])
  await change(the.app, { secondFactorRoles: [] })
  expect((await the.app.call(person, 'DELETE', url(second.factorId))).statusCode).toBe(200)
  expect((await two.here(person)).user).not.toBeNull()
  expect((await the.app.call(person, 'GET', '/api/factors')).json()).toMatchObject({
    factors: [],
    backupCodesLeft: 0,
  })
  await ageProof(person.email)
  expect(codeOf(await the.app.call(person, 'POST', '/api/factors/totp', {}))).toBe('proof-needed')
})
