import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const status = async (headers: Record<string, string>) =>
  (await app.call(null, 'GET', '/dev/mailbox', undefined, { headers })).statusCode

test.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])('this machine reads it as %s', async (host) => {
  expect(await status({ host })).toBe(200)
})

test.each([
  { forwarded: 'for=192.0.2.1' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '192.0.2.1' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-anything': '' },
  { host: 'deedbox.example' },
  { host: 'localhost.evil.example' },
  { host: '127.0.0.1.evil.example' },
])('a proxy on the same machine does not pass it on: %s', async (headers) => {
  expect([403, 404]).toContain(await status(headers))
})
