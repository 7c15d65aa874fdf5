import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { endSessions } from './end-sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('after a restore everybody has to sign in again, and the trail says so', async () => {
  const people = await Promise.all(['admin', 'guest'].map((role) => app.person(role)))
  expect(await endSessions(app.services)).toBe(2)
  for (const person of people) expect((await app.call(person, 'GET', '/api/documents')).statusCode).toBe(401)
  const { rows } = await app.services.database.query(
    "select details from audit_events where event = 'sessions_ended'",
  )
  expect(rows).toEqual([{ details: { sessions: 2 } }])
})
