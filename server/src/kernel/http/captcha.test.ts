import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { endpoints } from '@deedbox/contract/endpoints.ts'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { startCaptcha } from '../../testing/captcha.ts'

let service: Awaited<ReturnType<typeof startCaptcha>>
let app: TestApp
beforeAll(async () => {
  service = await startCaptcha()
  app = await startTestApp(service.env)
})
afterAll(async () => {
  await app.stop()
  service.stop()
})

const code = (answer: Response) => answer.json().error?.code ?? answer.json().code
const token = () => `token-${randomUUID()}`
const email = 'someone@example.com'
const person = { email, firstName: 'Some', lastName: 'One' }
const calls: [url: string, body: object, passed: string | undefined][] = [
  ['/api/session', { email, password: 'wrong' }, 'login-invalid'],
  ['/api/password/forgot', { email }, undefined],
  ['/api/functions/auth-send-verification', person, undefined],
  ['/api/session/phone', { phone: '0412 345 678' }, 'sms-unavailable'],
]

test.each(calls)('%s wants a token of the captcha service, once', async (url, body, passed) => {
  const captchaToken = token()
  const send = (more: object) => app.call(null, 'POST', url, { ...body, ...more })
  expect(code(await send({}))).toBe('captcha-failed')
  expect(code(await send({ captchaToken: 'made up' }))).toBe('captcha-failed')
  expect(code(await send({ captchaToken }))).toBe(passed)
  expect(code(await send({ captchaToken }))).toBe('captcha-failed')
})

const guarded = Object.entries<Endpoint>(endpoints).filter(([, { captcha }]) => captcha)
const unlessOf = ({ captcha }: Endpoint) => (typeof captcha === 'object' ? captcha.unless : {})
const queriesOf = (endpoint: Endpoint) =>
  Object.entries(unlessOf(endpoint)).flatMap(([name, values]) => values.map((value) => `${name}=${value}`))
const exemptions = guarded.flatMap(([, endpoint]) => queriesOf(endpoint))

test('some calls want a captcha, and some have exemptions', () => {
  expect(guarded.length).toBeGreaterThan(8)
  expect(exemptions.length).toBeGreaterThan(2)
})

test.each(guarded)('%s takes no exemption of another call', async (key, endpoint) => {
  const [method = '', url = ''] = key.split(' ')
  const refused = async (query: string) =>
    /captcha.failed/.test(code(await app.call(null, method, `${url}?${query}`, {})))
  expect(await refused('')).toBe(true)
  for (const query of exemptions)
    expect([query, await refused(query)]).toEqual([query, !queriesOf(endpoint).includes(query)])
})

test('only the configured service is allowed to run in our pages', async () => {
  const { origin } = new URL(service.env.CAPTCHA_SCRIPT_URL)
  const answer = await app.call(null, 'GET', '/api/session')
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' ${origin};`)
  expect(policy).toContain(`frame-src ${origin};`)
  expect(answer.json().deployment.captcha).toEqual({
    provider: 'turnstile',
    siteKey: 'site-key',
    scriptUrl: service.env.CAPTCHA_SCRIPT_URL,
  })
})
