import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, startAccounts } from './accounts.testing.ts'
import { securityNotice } from './security-notice.ts'

let the: Accounts
beforeAll(async () => {
  the = await startAccounts()
})
afterAll(() => the.stop())

test('a security notice says what happened, when, from where or by whom, and what to do if it was not the person', async () => {
  const { contexts, mail } = the.app.services
  const person = { email: 'ada@example.com', firstName: 'Ada' }
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36'
  const sent = async (notice: Parameters<typeof securityNotice>[3]) => {
    await contexts.work((ctx) =>
      securityNotice(mail, { ...ctx, ip: '203.0.113.7', userAgent }, person, notice),
    )
    return the.smtp.next(({ subject }) => subject === notice.title)
  }
  const own = await sent({ title: 'A backup code was used', lines: ['You have 9 left.'] })
  expect(own.deliveredTo).toBe(person.email)
  expect(own.text).toContain('You have 9 left.')
  expect(own.text).toMatch(/Device: Chrome on Windows/)
  expect(own.text).toMatch(/IP address: 203\.0\.113\.7/)
  expect(own.text).toMatch(new RegExp(`When: \\d+ \\w+ ${new Date().getFullYear()}`))
  expect(own.text).toContain('/forgot-password')

  const byAnother = await sent({ title: 'Your second factors were reset', by: 'Olive Admin' })
  expect(byAnother.text).toMatch(/By: Olive Admin/)
  expect(byAnother.text).not.toContain('203.0.113.7')
})
