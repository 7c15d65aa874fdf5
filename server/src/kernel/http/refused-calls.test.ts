import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

const logs: string[] = []
let app: TestApp
let guest: Person
beforeAll(async () => {
  app = await startTestApp({}, { logs })
  guest = await app.person('guest')
})
afterAll(() => app.stop())

const lines = () => logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a call was refused')
const events = () =>
  app.services.database.db.select().from(auditEvents).where(eq(auditEvents.event, 'call_refused'))

test('a refused call leaves a line that names nobody, and an event with the person, a few a minute', async () => {
  const [forbidden, hidden] = ['GET /api/settings', 'GET /api/documents/:documentId']
  for (let at = 0; at < 10; at++) {
    expect((await app.call(guest, 'GET', '/api/settings')).statusCode).toBe(403)
    expect((await app.call(guest, 'GET', `/api/documents/${randomUUID()}`)).statusCode).toBe(404)
  }
  expect(lines()).toHaveLength(20)
  expect(lines()[0]).toMatchObject({ level: 40, call: forbidden, status: 403, code: 'not-allowed' })
  expect(lines()[0].requestId).toMatch(/^[\da-f-]{36}$/)
  expect(lines()[1]).toMatchObject({ call: hidden, status: 404, code: 'document-not-found' })
  const text = logs.join('\n')
  for (const secret of [guest.id, guest.email, '127.0.0.1']) expect(text).not.toContain(secret)

  const found = await events()
  expect(found).toHaveLength(6)
  expect(found[0]).toMatchObject({
    actorEmail: guest.email,
    ip: '127.0.0.1',
    details: { call: forbidden, code: 'not-allowed' },
    requestId: lines()[0].requestId,
  })
})

test('what only asks for a next step, and what strangers do, leaves no event', async () => {
  const before = (await events()).length
  expect((await app.call(null, 'GET', '/api/settings')).statusCode).toBe(401)
  expect((await app.call(null, 'GET', `/api/mail-reports/${randomUUID()}`)).statusCode).toBe(404)
  expect((await events()).length).toBe(before)
  expect(lines().at(-1)).toMatchObject({ call: 'GET /api/mail-reports/:token', status: 404 })
})

test('a flood is left out of the log after a line that says so, and one person’s events are bounded', async () => {
  const person = await app.person('guest')
  const calls = [
    'users',
    'settings',
    'system',
    'enquiries',
    'mails',
    'backups',
    'organizations',
    'storage/unrecorded',
    'audit',
    'providers',
  ]
  for (let at = 0; at < 10; at++) for (const call of calls) await app.call(person, 'GET', `/api/${call}`)
  expect(lines()).toHaveLength(60)
  expect(lines().at(-1)).toMatchObject({ more: 'left out for a minute' })
  const theirs = (await events()).filter(({ actorId }) => actorId === person.id)
  expect(theirs.length).toBeGreaterThan(10)
  expect(theirs.length).toBeLessThanOrEqual(20)
})
