import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSmsProvider, type TestSmsProvider } from '../testing/sms.ts'
import { openSms, SmsNotSentError } from './sms.ts'

let provider: TestSmsProvider
beforeAll(async () => {
  provider = await startSmsProvider()
})
beforeEach(() => provider.refuse(null))
afterAll(() => provider.stop())

const open = (more: { apiUrl?: string; timeoutMs?: number } = {}) =>
  openSms({
    accountSid: provider.env.SMS_ACCOUNT_SID,
    authToken: provider.env.SMS_AUTH_TOKEN,
    from: provider.env.SMS_FROM,
    apiUrl: provider.env.SMS_API_URL,
    ...more,
  })
const message = { to: '+61400000001', text: 'Jürgen & Söhne ask: 50 % + more?' }
const failure = async (sending: Promise<void>) =>
  sending.then(
    () => null,
    (error: unknown) => error,
  )

test('a message is sent in the format of the interface', async () => {
  await open().send(message)
  expect(provider.received).toEqual([
    {
      To: message.to,
      From: provider.env.SMS_FROM,
      Body: message.text,
      account: provider.env.SMS_ACCOUNT_SID,
    },
  ])
})

test('a long text is cut to the provider’s limit', async () => {
  await open().send({ ...message, text: 'x'.repeat(5_000) })
  expect(provider.received.at(-1)?.Body).toBe('x'.repeat(1_600))
})

test.each([
  [400, true],
  [401, false],
  [404, false],
  [429, false],
  [302, false],
  [503, false],
])('a response of %i is a failure; permanent: %s', async (status, permanent) => {
  provider.refuse(status)
  const error = await failure(open().send(message))
  expect(error).toBeInstanceOf(SmsNotSentError)
  expect(error).toMatchObject({ permanent })
  expect(String(error)).not.toContain(message.to)
})

test('a wrong token, a closed port and a timeout are failures that are retried', async () => {
  const wrong = openSms({ accountSid: 'AC0', authToken: 'x', from: 'x', apiUrl: provider.env.SMS_API_URL })
  expect(await failure(wrong.send(message))).toMatchObject({ permanent: false })
  expect(await failure(open({ apiUrl: 'http://127.0.0.1:1' }).send(message))).toMatchObject({
    permanent: false,
  })
  provider.refuse('silence')
  expect(await failure(open({ timeoutMs: 50 }).send(message))).toMatchObject({ permanent: false })
})
