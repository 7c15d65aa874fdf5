import { dayMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailMessages } from '../../db/tables/mail.ts'
import type { Place } from '../../kernel/mail/define.ts'
import { partsOf } from '../../platform/sms-parts.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmsProvider, type TestSmsProvider } from '../../testing/sms.ts'
import { browsingRequestedSms } from './browsing-requested-sms.mail.tsx'

let provider: TestSmsProvider
let app: TestApp
beforeAll(async () => {
  provider = await startSmsProvider()
  app = await startTestApp({ ...provider.env, SMS_TO: '+61400000009' })
  await app.person('admin')
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
})

const ask = async (as: Person, channel: 'sms' | 'email', justification = '') => {
  const answer = await app.call(as, 'POST', '/api/requests/browse', { channel, justification })
  return answer.json().error?.code ?? answer.statusCode
}
const { aDay, textsADay, parts } = limits.browsing

test.each(['sms', 'email'] as const)(
  'one person asks by %s only so often a day, also at once',
  async (channel) => {
    const person = await app.person('requestor')
    const all = await Promise.all(Array.from({ length: aDay + 3 }, () => ask(person, channel)))
    expect(all.filter((code) => code === 200)).toHaveLength(aDay)
    expect(all.filter((code) => code === 'browsing-limit')).toHaveLength(3)
    app.shift(dayMs + 1_000)
    expect(await ask(person, channel)).toBe(200)
  },
)

test('a text to the practice is two parts at most, whatever was typed', async () => {
  const person = await app.person('requestor', { name: 'Ж'.repeat(90) })
  expect(await ask(person, 'sms', 'ж'.repeat(900))).toBe(200)
  const { db } = app.services.database
  const [mail] = await db
    .select()
    .from(mailMessages)
    .where(and(eq(mailMessages.kind, 'browsing_requested_sms')))
    .orderBy(desc(mailMessages.createdAt))
    .limit(1)
  const place = { publicUrl: 'https://deedbox.example' } as Place
  const written = browsingRequestedSms.write(mail?.data as never, place)
  const sms = 'sms' in written ? written.sms : ''
  expect(partsOf(sms)).toBe(parts)
  expect(sms).toContain('https://deedbox.example/documents')
})

test('the practice gets only so many texts a day from everybody; mail still works', async () => {
  app.shift(2 * dayMs)
  let sent = 0
  for (; sent < textsADay; ) {
    const person = await app.person('requestor')
    for (let at = 0; at < aDay && sent < textsADay; at++, sent++) expect(await ask(person, 'sms')).toBe(200)
  }
  const person = await app.person('requestor')
  expect(await ask(person, 'sms')).toBe('sms-limit-practice')
  expect(await ask(person, 'email')).toBe(200)
})
