import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@deedbox/contract/durations.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authAccounts, devices, sessions } from '../../db/tables/accounts.ts'
import { factors, identityProviders, refreshTokens } from '../../db/tables/sign-in.ts'
import { geoDatabase } from '../../platform/geo.testing.ts'
import type { Person } from '../../testing/app.ts'
import {
  type Accounts,
  eventNames,
  eventsOf,
  goodPassword,
  startAccounts,
} from '../accounts/accounts.testing.ts'

let the: Accounts
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deedbox-places-'))
  const named = (en: string) => ({ names: { en } })
  const sydney = { city: named('Sydney'), country: named('Australia') }
  await writeFile(join(folder, 'places.mmdb'), geoDatabase({ '203.0.113.0/24': sydney }))
  the = await startAccounts({ GEO_DATABASE: join(folder, 'places.mmdb') })
})
afterAll(async () => {
  await the.stop()
  await rm(folder, { recursive: true })
})

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0'

type From = { userAgent?: string; ip?: string; password?: string; device?: string }
/** Tries to sign in; returns the person with both cookies. */
async function signIn(
  email: string,
  { userAgent = chrome, ip = '203.0.113.9', password = goodPassword, device }: From = {},
) {
  const answer = await the.app.call(
    null,
    'POST',
    '/api/session',
    { email, password },
    {
      headers: { 'user-agent': userAgent, ...(device && { cookie: device }) },
      remoteAddress: ip,
    },
  )
  const cookie = [answer.headers['set-cookie']]
    .flat()
    .map((set) => String(set).split(';')[0])
    .join('; ')
  return { status: answer.statusCode, person: { id: '', email, cookie } satisfies Person }
}
const get = async (as: Person, path: string) => (await the.app.call(as, 'GET', `/api/${path}`)).json()
const remove = (as: Person, path: string) => the.app.call(as, 'DELETE', `/api/${path}`)
const db = () => the.app.services.database.db

test('somebody sees where they are signed in, and ends one session: it is out at once, with its refresh tokens', async () => {
  const { id, email } = await the.newcomer('sessions@example.com')
  await db().delete(sessions).where(eq(sessions.userId, id))
  const away = await signIn(email, { userAgent: firefox, ip: '192.168.1.20' })
  the.app.shift(60_000)
  const here = (await signIn(email)).person
  const { sessions: shown } = await get(here, 'sessions')
  expect(shown).toEqual([
    {
      ...{ id: expect.any(String), current: true, kind: 'web', methods: ['password'], remembered: false },
      ...{ device: 'Chrome on Windows', place: 'Sydney, Australia', address: '203.0.113.9' },
      ...{ signedInAt: expect.any(String), usedAt: expect.any(String) },
    },
    {
      ...{ id: expect.any(String), current: false, kind: 'web', methods: ['password'], remembered: false },
      ...{ device: 'Firefox on Mac', place: 'This network', address: '192.168.1.20' },
      ...{ signedInAt: expect.any(String), usedAt: shown[1].signedInAt },
    },
  ])
  await db()
    .insert(refreshTokens)
    .values({ hash: 'of the session', sessionId: shown[1].id, createdAt: new Date() })
  expect((await remove(here, `sessions/${shown[1].id}`)).json()).toEqual({ success: true })
  expect((await get(away.person, 'session')).user).toBeNull()
  expect(await db().$count(refreshTokens, eq(refreshTokens.hash, 'of the session'))).toBe(0)
  expect((await remove(here, `sessions/${shown[1].id}`)).statusCode).toBe(404)
  expect((await eventsOf(the.app, email)).at(-1)).toMatchObject({
    event: 'session_ended',
    details: { device: 'Firefox on Mac', address: '192.168.1.20' },
  })
})

test('nobody sees or ends a session or a device of somebody else, and no token is among the sessions', async () => {
  const { id, email } = await the.newcomer('mine@example.com')
  const mine = (await signIn(email)).person
  const stranger = await the.app.person('admin')
  const { sessions: shown } = await get(mine, 'sessions')
  expect((await remove(stranger, `sessions/${shown[0].id}`)).statusCode).toBe(404)
  expect((await get(stranger, 'sessions')).sessions).toHaveLength(1)
  await db()
    .update(devices)
    .set({ rememberedUntil: new Date(Date.now() + dayMs) })
    .where(eq(devices.userId, id))
  const { devices: own } = await get(mine, 'devices')
  expect((await remove(stranger, `devices/${own[0].id}`)).statusCode).toBe(404)
  const now = new Date()
  const [token] = await db()
    .insert(sessions)
    .values({
      ...{ userId: id, kind: 'token', token: 'pat:x', expiresAt: new Date(Date.now() + dayMs) },
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  expect((await get(mine, 'sessions')).sessions).toHaveLength(shown.length)
  expect((await remove(mine, `sessions/${token?.id}`)).statusCode).toBe(404)
  expect((await remove(mine, 'sessions')).json()).toEqual({ ended: shown.length - 1 })
  expect(await db().$count(sessions, and(eq(sessions.userId, id), eq(sessions.kind, 'token')))).toBe(1)
})

test('all others end together, and none of their devices is remembered any longer', async () => {
  const { id, email } = await the.newcomer('others@example.com')
  const away = (await signIn(email, { userAgent: firefox })).person
  const here = (await signIn(email)).person
  await db()
    .update(devices)
    .set({ rememberedUntil: new Date(Date.now() + dayMs) })
    .where(eq(devices.userId, id))
  expect((await get(here, 'devices')).devices).toMatchObject([
    { current: true, device: 'Chrome on Windows', place: 'Sydney, Australia' },
    { current: false, device: 'Firefox on Mac' },
  ])
  // The session that the test made for them is one more.
  expect((await remove(here, 'sessions')).json()).toEqual({ ended: 2 })
  expect((await get(away, 'session')).user).toBeNull()
  const { devices: left } = await get(here, 'devices')
  expect(left).toMatchObject([{ current: true }])
  expect((await get(here, 'sessions')).sessions).toMatchObject([{ current: true, remembered: true }])
  expect((await remove(here, `devices/${left[0].id}`)).json()).toEqual({ success: true })
  expect((await remove(here, `devices/${left[0].id}`)).statusCode).toBe(404)
  expect((await get(here, 'devices')).devices).toEqual([])
  expect((await get(here, 'sessions')).sessions).toMatchObject([{ remembered: false }])
  expect((await eventNames(the.app, email)).slice(-2)).toEqual(['other_sessions_ended', 'device_forgotten'])
})

test('sign-ins are listed with those that failed and why, page by page, and only one’s own', async () => {
  const { id, email } = await the.newcomer('ins@example.com')
  await signIn('somebody-else@example.com', { password: 'wrong' })
  await signIn(email, { password: 'wrong', ip: '198.51.100.7', userAgent: 'curl/8.5.0' })
  const { person } = await signIn(email)
  const { signIns } = await get(person, 'sign-ins')
  expect(signIns).toEqual([
    {
      ...{ id: expect.any(String), at: expect.any(String), result: 'signed-in', method: 'password' },
      ...{ device: 'Chrome on Windows', place: 'Sydney, Australia', address: '203.0.113.9' },
    },
    {
      ...{ id: expect.any(String), at: expect.any(String), result: 'wrong-password', method: null },
      ...{ device: 'curl', place: null, address: '198.51.100.7' },
    },
  ])
  const first = await get(person, 'sign-ins?limit=1')
  expect(first.signIns).toEqual([signIns[0]])
  const second = await get(person, `sign-ins?limit=1&cursor=${first.nextCursor}`)
  expect(second).toEqual({ signIns: [signIns[1]], nextCursor: null })
  expect((await the.app.call(person, 'GET', '/api/sign-ins?cursor=bm8')).statusCode).toBe(400)

  const now = new Date()
  const factor = { userId: id, kind: 'totp', createdAt: now, verifiedAt: now } as const
  await db().insert(factors).values(factor)
  await signIn(email)
  await db().delete(factors).where(eq(factors.userId, id))
  expect((await get(person, 'sign-ins?limit=1')).signIns).toMatchObject([{ result: 'first-step' }])

  for (let guess = 0; guess < 6; guess += 1) await signIn(email, { password: 'wrong' })
  const results = (await get(person, 'sign-ins')).signIns.map(({ result }: { result: string }) => result)
  expect(results.slice(0, 3)).toEqual(['locked-out', 'locked', 'wrong-password'])
})

test('the ways to sign in are a password and identities with the names of their providers', async () => {
  const person = await the.newcomer('ways@example.com')
  const now = new Date()
  const [provider] = await db()
    .insert(identityProviders)
    .values({
      kind: 'oidc',
      name: 'Harbour Legal',
      issuer: 'https://id.example',
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  await db()
    .insert(authAccounts)
    .values({
      ...{ userId: person.id, providerId: provider?.id ?? '', accountId: 'subject', email: 'w@id.example' },
      ...{ createdAt: now, updatedAt: now, lastUsedAt: now },
    })
  expect(await get(person, 'identities')).toEqual({
    password: true,
    identities: [
      {
        ...{ id: expect.any(String), provider: 'Harbour Legal', email: 'w@id.example' },
        ...{ linkedAt: now.toISOString(), lastUsedAt: now.toISOString() },
      },
    ],
  })
  const guest = await the.app.person('guest')
  expect(await get(guest, 'identities')).toEqual({ password: false, identities: [] })
})

test('the mail about a new device says the place of its address', async () => {
  const { email } = await the.newcomer('placed@example.com')
  await signIn(email)
  await signIn(email)
  const mail = await the.smtp.next(({ deliveredTo }) => deliveredTo === email)
  expect(mail.text).toMatch(/Place: Sydney, Australia/)
})
