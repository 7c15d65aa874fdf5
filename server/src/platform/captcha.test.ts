import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaptcha } from './captcha.ts'
import { parseConfig } from './config.ts'

const asked: Record<string, string>[] = []
let says: object | null = { success: true }
const service = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  asked.push(Object.fromEntries(new URLSearchParams(body)))
  response.writeHead(says ? 200 : 500).end(says ? JSON.stringify(says) : 'broken')
})
const logged: string[] = []
const logger = { warn: (_facts: object, text: string) => void logged.push(text) } as never
let check: ReturnType<typeof createCaptcha>
beforeAll(async () => {
  const listening = Promise.withResolvers<void>()
  service.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
  const env = {
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SECRET: 's',
    CAPTCHA_SITE_KEY: 'k',
    CAPTCHA_VERIFY_URL: url,
  }
  check = createCaptcha(parseConfig(env), logger)
})
afterAll(() => void service.close())

test('a token is checked with our secret, once for each call', async () => {
  await check('good', '192.0.2.1')
  expect(asked).toEqual([{ secret: 's', response: 'good', sitekey: 'k', remoteip: '192.0.2.1' }])
  await expect(check(undefined, null)).rejects.toMatchObject({ code: 'captcha-failed' })
  expect(asked).toHaveLength(1)
})

test('a used or made-up token is refused; a fault of the service or of our keys is said and logged', async () => {
  says = { success: false, 'error-codes': ['timeout-or-duplicate'] }
  await expect(check('used', null)).rejects.toMatchObject({ code: 'captcha-failed' })
  expect(logged).toEqual([])
  says = { success: false, 'error-codes': ['invalid-input-secret'] }
  await expect(check('good', null)).rejects.toMatchObject({ code: 'captcha-unavailable' })
  says = null
  await expect(check('good', null)).rejects.toMatchObject({ code: 'captcha-unavailable' })
  expect(logged).toEqual(['the captcha service refused to check', 'the captcha service does not answer'])
})

test('without a configured service everybody passes', async () => {
  await expect(createCaptcha(parseConfig({}), logger)(undefined, null)).resolves.toBeUndefined()
})
