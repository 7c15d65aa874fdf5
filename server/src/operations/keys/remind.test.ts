import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailMessages } from '../../db/tables/mail.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { divideKey } from './escrow.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
})
afterAll(() => app.stop())

/** Recipients and reasons of the reminders that another run of the job sends. */
async function reminded(): Promise<[string, unknown][]> {
  const { database, jobs } = app.services
  await database.db.delete(mailMessages)
  await database.transaction((tx) => jobs.send(tx, 'remind-of-escrow', {}))
  await jobs.runDue('remind-of-escrow')
  const rows = await database.db.select().from(mailMessages).where(eq(mailMessages.kind, 'key_escrow_due'))
  return rows.map(({ recipient, data }) => [recipient, data.toDo])
}

const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await app.call(admin, method, path, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
/** Judgement of Health: state and message. */
async function health(): Promise<string[]> {
  const { checks } = await call('GET', '/api/system/health')
  const { state, message } = checks.find(({ check }: { check: string }) => check === 'keys')
  return [state, message]
}
/** A month later, in which the session of the administrator has ended. */
async function monthLater(): Promise<void> {
  app.shift(30 * dayMs + 1_000)
  admin = await app.signIn(admin.id, admin.email)
}

test('administrators are reminded once a month until parts of the current key were tried', async () => {
  await app.person('trustee')
  await app.person('admin', { deactivatedAt: new Date() })
  await app.person('admin', { preferences: { mails: { keyEscrow: false } } })
  expect(await health()).toEqual([
    'warning',
    expect.stringMatching(/^Nobody keeps a part of the master key\./),
  ])
  expect(await reminded()).toEqual([[admin.email, 'divide']])
  expect(await reminded()).toEqual([])
  await call('POST', '/api/keys/escrow', { parts: 3, threshold: 2 })
  expect(await reminded()).toEqual([])
  await monthLater()
  expect(await reminded()).toEqual([[admin.email, 'drill']])

  await monthLater()
  const { parts } = await call('POST', '/api/keys/escrow', { parts: 3, threshold: 2 })
  const texts = parts.map(({ words }: { words: string }) => words)
  await call('POST', '/api/keys/drill', { parts: texts.slice(1) })
  expect(await reminded()).toEqual([])
  expect(await health()).toEqual([
    'good',
    'Parts that people keep gave the key back in a drill less than a day ago.',
  ])

  // A new key is one that no sheet gives.
  await call('POST', '/api/keys/rotation')
  expect(await health()).toEqual(['warning', expect.stringContaining('give a former master key')])
  expect(await reminded()).toEqual([[admin.email, 'divide-again']])
})

test('a part that is not right is refused by the field that it was typed into', async () => {
  const { parts } = await divideKey(app.services.keyring, { parts: 3, threshold: 2 })
  const [first = '', second = ''] = parts
  const drilled = async (...typed: string[]) =>
    (await app.call(admin, 'POST', '/api/keys/drill', { parts: typed })).json().error.fields
  expect(await drilled(first, second.replace(/^\S+/, 'zebraa'))).toEqual({
    'parts.1': 'Part 2 is not right. Please check its 32 words and their order.',
  })
  expect(await drilled(first, first)).toEqual({ 'parts.1': 'Part 2 is the same as part 1.' })
})
