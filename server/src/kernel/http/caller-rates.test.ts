import { afterAll, beforeAll, expect, test } from 'vitest'
import { callWith, newToken } from '../../identity/tokens/tokens.testing.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  // A hundredth of what is allowed: ten downloads a minute.
  app = await startTestApp({}, { rateLimitFactor: 0.01 })
})
afterAll(() => app.stop())

test('one person downloads so often a minute, by session and token together, and nobody else waits', async () => {
  const [robot, other] = [await app.person('trustee'), await app.person('trustee')]
  const { id } = await upload(app, robot)
  const path = `/api/documents/${id}/content`
  const { secret } = await newToken(app, robot)
  for (let n = 0; n < 5; n++) {
    expect((await app.call(robot, 'GET', path)).statusCode).toBe(200)
    expect((await callWith(app, secret, 'GET', path)).statusCode).toBe(200)
  }
  for (const refused of [await app.call(robot, 'GET', path), await callWith(app, secret, 'GET', path)]) {
    expect(refusal(refused)).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await app.call(other, 'GET', path)).statusCode).toBe(200)
  // Another call has a count of its own.
  expect((await app.call(robot, 'GET', `/api/documents/${id}`)).statusCode).toBe(200)
})
