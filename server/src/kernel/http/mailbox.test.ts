import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const status = async (headers: Record<string, string>) =>
  (await app.call(null, 'GET', '/dev/mailbox', undefined, { headers })).statusCode

test('a mail is drawn as it looks, without scripts and without anything from elsewhere, beside its headers and its text', async () => {
  const html = '<h1>Hello</h1><script>alert(1)</script><img src="https://evil.example/x.png">'
  await app.services.mailer.send({
    ...{ id: 'shown', to: 'jane@example.com', subject: 'A <b>deed</b>', html, text: 'Hello in text' },
    replyTo: { name: 'Rex "R"', address: 'rex@example.com' },
  })
  const answer = await app.call(null, 'GET', '/dev/mailbox/shown')
  expect(answer.statusCode).toBe(200)
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:;/)
  const [, sandbox, drawn] = /<iframe[^>]* sandbox="([^"]*)" srcdoc="([^"]*)"/.exec(answer.body) ?? []
  expect(sandbox).toBe('allow-popups allow-popups-to-escape-sandbox')
  expect(drawn).toContain('&#60;h1&#62;Hello')
  expect(answer.body).not.toContain('<script>')
  expect(answer.body).not.toContain('<b>deed')
  for (const shown of ['jane@example.com', 'Rex &#34;R&#34; &#60;rex@example.com&#62;', 'Hello in text'])
    expect(answer.body).toContain(shown)
})

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
