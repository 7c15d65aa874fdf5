import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { whereMailIs } from './mailbox.ts'

const strict = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

let app: TestApp
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

test('every response has them, including refusals and 404', async () => {
  const answers = {
    200: await app.call(trustee, 'GET', '/api/documents'),
    401: await app.call(null, 'GET', '/api/documents'),
    404: await app.call(trustee, 'GET', '/api/nothing'),
    403: await app.call(trustee, 'GET', '/api/documents', undefined, { headers: { host: 'evil.example' } }),
  }
  for (const [status, answer] of Object.entries(answers)) {
    expect(answer.statusCode, answer.body).toBe(Number(status))
    expect(answer.headers, status).toMatchObject(strict)
    expect(answer.headers['strict-transport-security'], status).toBeUndefined()
    expect(answer.headers['x-powered-by'], status).toBeUndefined()
  }
})

test('an answer says the time of the server, by which the screens count; so does a refusal', async () => {
  const timeOf = (answer: Awaited<ReturnType<TestApp['call']>>) =>
    Date.parse(String(answer.headers['deedbox-now']))
  const session = await app.call(trustee, 'GET', '/api/session')
  // No time that an answer names is later than its own.
  expect(timeOf(session)).toBeGreaterThanOrEqual(Date.parse(session.json().now))
  expect(timeOf(await app.call(null, 'GET', '/api/documents'))).toBeGreaterThanOrEqual(timeOf(session))
})

test('no response with personal data may be cached: calls, refusals, other methods, the mailbox', async () => {
  const tooMuch = { payload: 'x'.repeat(70_000), headers: { 'content-type': 'application/json' } }
  const answers: [number, Awaited<ReturnType<TestApp['call']>>][] = [
    [200, await app.call(trustee, 'GET', '/api/documents')],
    [200, await app.call(trustee, 'HEAD', '/api/documents')],
    [204, await app.call(trustee, 'OPTIONS', '/api/documents')],
    [405, await app.call(trustee, 'PATCH', '/api/documents')],
    [404, await app.call(trustee, 'GET', '/api/nothing')],
    [404, await app.call(trustee, 'GET', '/assets/gone.js')],
    [400, await app.call(trustee, 'GET', '/%ff')],
    [413, await app.call(null, 'POST', '/api/session', undefined, tooMuch)],
    [200, await app.call(null, 'GET', '/dev/mailbox')],
    [404, await app.call(null, 'GET', '/dev/mailbox/none')],
    [404, await app.call(null, 'GET', '/dev/mailbox', undefined, { remoteAddress: '203.0.113.7' })],
    [200, await app.call(null, 'GET', '/api/health')],
    [200, await app.call(null, 'GET', '/api/docs')],
  ]
  for (const [status, answer] of answers) {
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(status)
    expect(answer.headers, answer.body.slice(0, 200)).toMatchObject({
      ...strict,
      'cache-control': 'no-store',
    })
  }
})

test('pages have them too, and HSTS is set if Deedbox is reached by https', async () => {
  const webRoot = await mkdtemp(join(tmpdir(), 'deedbox-web-'))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>')
  const { services } = app
  const config = { ...services.config, publicUrl: 'https://deeds.example' }
  const secure = await buildApp({ ...services, config }, { webRoot })
  const answer = await secure.inject({ url: '/login', headers: { host: 'deeds.example' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ ...strict, 'strict-transport-security': 'max-age=31536000' })
  await secure.close()
  await rm(webRoot, { recursive: true })
})

test('a start leads to the mailbox only where it is shown', () => {
  const config = { publicUrl: undefined, trustedProxies: [], dataDir: '/srv/deedbox' }
  const address = 'http://127.0.0.1:3000'
  expect(whereMailIs(config, address)).toContain(`${address}/dev/mailbox`)
  for (const behindProxy of [{ publicUrl: 'https://deeds.example' }, { trustedProxies: ['10.0.0.5'] }])
    expect(whereMailIs({ ...config, ...behindProxy }, address)).toBe(
      'No emails are sent until SMTP_URL is set; they are kept in /srv/deedbox/mailbox',
    )
})
