import { dayOf } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../../testing/app.ts'
import { startTestApp } from '../../testing/app.ts'
import { type Accounts, eventNames, goodPassword, startAccounts } from '../accounts/accounts.testing.ts'
import { tellOfEnding } from './tokens.jobs.ts'
import { callWith, inDays, newToken } from './tokens.testing.ts'

let accounts: Accounts
let app: TestApp
beforeAll(async () => {
  accounts = await startAccounts()
  app = accounts.app
})
afterAll(() => accounts.stop())

const create = (as: Person, more: object) =>
  app.call(as, 'POST', '/api/tokens', {
    ...{ name: 'Nightly script', scopes: ['read'], expiresOn: inDays(30) },
    ...more,
  })
const status = async (secret: string) => (await callWith(app, secret, 'GET', '/api/documents')).statusCode

test('a token acts as its owner, shows its last use, and ends for good', async () => {
  const person = await accounts.newcomer('owner@tokens.example', 'trustee')
  const { id, secret } = await newToken(app, person)
  expect(secret).toMatch(/^deedbox_pat_[\w-]{49}$/)
  const me = await callWith(app, secret, 'GET', '/api/session')
  expect(me.json().user.email).toBe(person.email)
  const other = await app.person('admin')
  const mixed = await app.call(other, 'GET', '/api/session', undefined, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(mixed.json().user.email, 'the cookie is ignored').toBe(person.email)

  await app.services.presence.flush()
  const listed = await app.call(person, 'GET', '/api/tokens')
  expect(listed.json().tokens).toMatchObject([
    { id, name: 'Nightly script', scopes: ['read', 'upload', 'share'], lastUsedAt: expect.any(String) },
  ])
  expect(listed.body).not.toContain(secret)
  const { rows } = await app.services.database.query('select token from sessions where id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain(secret)

  expect((await app.call(other, 'DELETE', `/api/tokens/${id}`)).json().error.code).toBe('token-not-found')
  expect((await app.call(person, 'DELETE', `/api/tokens/${id}`)).statusCode).toBe(200)
  expect(await status(secret)).toBe(401)
  expect((await app.call(person, 'GET', '/api/tokens')).json().tokens).toEqual([])
  expect(await eventNames(app, person.email)).toEqual(['access_token_created', 'access_token_ended'])
  for (const title of ['An access token was created', 'An access token was ended']) {
    const mail = await accounts.smtp.next(({ subject }) => subject === title)
    expect(mail.deliveredTo).toBe(person.email)
    expect(mail.text).toContain('Nightly script')
    expect(mail.text).not.toContain(secret)
  }
})

test('a token needs a name, a scope and an end within a year; a person has at most 20, and proves who they are', async () => {
  const person = await app.person('requestor')
  const code = async (more: object) => (await create(person, more)).json().error?.code
  expect(await code({ name: ' ' })).toBe('invalid-input')
  expect(await code({ scopes: [] })).toBe('invalid-input')
  expect(await code({ expiresOn: null })).toBe('invalid-input')
  expect(await code({ expiresOn: inDays(-1) })).toBe('expiry-past')
  expect(await code({ expiresOn: inDays(367) })).toBe('token-end')
  const made = await Promise.all(
    Array.from({ length: 22 }, () => create(person, { scopes: ['share', 'read', 'read'] })),
  )
  expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
  expect(made.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
  expect(made.find(({ statusCode }) => statusCode === 201)?.json().token.scopes).toEqual(['read', 'share'])
  await app.services.database.query(
    "update sessions set proved_at = now() - interval '15 minutes' where user_id = $1 and kind = 'web'",
    [person.id],
  )
  expect(await code({})).toBe('proof-needed')
})

test('a token ends with its last day: neither its use nor a longer session moves that', async () => {
  const person = await app.person('requestor')
  const { secret } = await newToken(app, person, ['read'], inDays(3))
  await callWith(app, secret, 'GET', '/api/session')
  const { tokens } = (await app.call(person, 'GET', '/api/tokens')).json()
  expect(dayOf(tokens[0].expiresAt, 'Australia/Sydney')).toBe(inDays(3))
  app.shift(4 * dayMs)
  try {
    expect(await status(secret)).toBe(401)
    expect((await app.call(person, 'GET', '/api/tokens')).json().tokens).toEqual([])
  } finally {
    app.shift(-4 * dayMs)
  }
})

test('its owner is told once, a week before the end', async () => {
  const person = await accounts.newcomer('soon@tokens.example')
  await newToken(app, person, ['read'], inDays(30))
  const told = async () => {
    await Promise.all([tellOfEnding(app.services), tellOfEnding(app.services)])
    const sent = "select recipient from mail_messages where kind = 'token_ending' and recipient = $1"
    return (await app.services.database.query(sent, [person.email])).rows.length
  }
  expect(await told()).toBe(0)
  app.shift(24 * dayMs)
  try {
    expect(await told()).toBe(1)
    const mail = await accounts.smtp.next(({ subject }) => /Nightly script” ends on/.test(subject ?? ''))
    expect(mail.text).toContain('/profile#security')
    expect(await told()).toBe(1)
  } finally {
    app.shift(-24 * dayMs)
  }
})

test('shorter sessions shorten no token', async () => {
  const admin = await app.person('admin')
  const { id } = await newToken(app, admin, ['read'], inDays(90))
  const ends = async () =>
    (await app.call(admin, 'GET', '/api/tokens')).json().tokens.find((one: { id: string }) => one.id === id)
      .expiresAt
  const before = await ends()
  const changed = await app.call(admin, 'PUT', '/api/settings', {
    changes: { sessionDays: 29 },
    was: { sessionDays: 30 },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  expect(await ends()).toBe(before)
})

test('the end of an account and a new password end its tokens', async () => {
  const admin = await app.person('admin')
  const left = await app.person('requestor')
  const { secret: first } = await newToken(app, left)
  await app.call(admin, 'POST', `/api/users/${left.id}/deactivate`)
  expect(await status(first)).toBe(401)

  const forgot = await accounts.newcomer('forgot@tokens.example')
  const { secret } = await newToken(app, forgot)
  await accounts.post('/api/password/forgot', { email: forgot.email })
  const mail = await accounts.smtp.next(
    ({ deliveredTo, text }) => deliveredTo === forgot.email && /token=/.test(text ?? ''),
  )
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  const reset = await accounts.post('/api/password/reset', { token, password: `${goodPassword}-new` })
  expect(reset.statusCode, reset.body).toBe(200)
  expect(await status(secret)).toBe(401)
})

test('a second factor that came later does not lock a token out; a role that needs one does', async () => {
  const admin = await app.person('admin')
  const { secret } = await newToken(app, admin)
  const { query } = app.services.database
  const settings = (secondFactorRoles: string[], was: string[]) =>
    app.call(admin, 'PUT', '/api/settings', {
      changes: { secondFactorRoles },
      was: { secondFactorRoles: was },
    })
  const was = (await app.call(admin, 'GET', '/api/settings')).json().values.secondFactorRoles
  expect((await settings(['admin'], was)).statusCode).toBe(200)
  await query("update profiles set factor_grace_from = now() - interval '100 days' where user_id = $1", [
    admin.id,
  ])
  const refused = await callWith(app, secret, 'GET', '/api/documents')
  expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'enrolment-needed'])
  await query(
    "insert into factors (user_id, kind, created_at, verified_at) values ($1, 'totp', now(), now())",
    [admin.id],
  )
  expect(await status(secret)).toBe(200)
})

test('a script that runs wild is told when to go on, and nobody else waits', async () => {
  const slow = await startTestApp({}, { rateLimitFactor: 0.01 })
  try {
    const person = await slow.person('requestor')
    const [wild, other] = [await newToken(slow, person), await newToken(slow, person)]
    const get = (secret: string) => callWith(slow, secret, 'GET', '/api/documents')
    for (let n = 0; n < 6; n++) expect((await get(wild.secret)).statusCode).toBe(200)
    const refused = await get(wild.secret)
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await get(other.secret)).statusCode).toBe(200)
    expect((await slow.call(person, 'GET', '/api/documents')).statusCode).toBe(200)
  } finally {
    await slow.stop()
  }
})
