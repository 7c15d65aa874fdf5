import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailMessages } from '../../db/tables/mail.ts'
import { factors } from '../../db/tables/sign-in.ts'
import { type Accounts, goodPassword, startAccounts } from './accounts.testing.ts'

let the: Accounts
beforeAll(async () => {
  the = await startAccounts()
})
afterAll(() => the.stop())

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** Signs in as a browser that has this device cookie, if any; returns the cookie of the device. */
async function signIn(email: string, device = '') {
  const answer = await the.app.call(
    null,
    'POST',
    '/api/session',
    { email, password: goodPassword },
    {
      headers: { cookie: device, 'user-agent': windows },
      remoteAddress: '192.0.2.7',
    },
  )
  expect(answer.statusCode).toBe(200)
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  return cookies.find((cookie) => cookie.startsWith('deedbox.device='))?.split(';')[0] ?? ''
}
const told = (email: string) =>
  the.app.services.database.db.$count(
    mailMessages,
    and(eq(mailMessages.recipient, email), eq(mailMessages.kind, 'security_notice')),
  )
const nextTo = (email: string) => the.smtp.next(({ deliveredTo }) => deliveredTo === email)

test('a device that was never used before is told by mail, with what to do; a known one and the first one are not', async () => {
  const { email } = await the.newcomer('devices@example.com')
  const first = await signIn(email)
  await signIn(email, first)
  const second = await signIn(email)
  const mail = await nextTo(email)
  expect(mail.subject).toBe('New sign-in to your account')
  expect(mail.text).toMatch(/Chrome on Windows/)
  expect(mail.text).toMatch(/192\.0\.2\.7/)
  expect(mail.text).toMatch(/\(Australia\/Sydney\)/)
  expect(mail.text).toMatch(/\/forgot-password/)
  expect(mail.text).toMatch(/\/profile#security/)
  expect(mail.text).toMatch(/support@localhost\.localdomain/)
  await signIn(email, first)
  await signIn(email, second)
  await signIn(email)
  expect(await told(email)).toBe(2)
})

test('who still lacks the second factor there is told that somebody got so far', async () => {
  const { id, email } = await the.newcomer('half@example.com')
  const now = new Date()
  await the.app.services.database.db
    .insert(factors)
    .values({ userId: id, kind: 'totp', createdAt: now, verifiedAt: now })
  await signIn(email)
  await signIn(email)
  expect((await nextTo(email)).subject).toBe('Someone began to sign in to your account')
})
