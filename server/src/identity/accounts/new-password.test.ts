import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newPassword } from '@deedbox/contract/fields.ts'
import { passwordProblems } from '@deedbox/contract/messages.ts'
import { passwordProblem } from '@deedbox/contract/password-problem.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../platform/errors.ts'
import { type Accounts, codeFor, codeOf, goodPassword, startAccounts } from './accounts.testing.ts'
import { refusePassword } from './new-password.ts'
import { openSetup } from './setup.ts'

const breached = 'Correct-Horse-42'
const sha1 = createHash('sha1').update(breached).digest('hex').toUpperCase()
let silent = false
const service = createServer((request, response) => {
  if (silent) return
  response.end(request.url?.endsWith(sha1.slice(0, 5)) ? `${sha1.slice(5)}:7\r\n` : '')
})

let the: Accounts
beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  the = await startAccounts({ BREACH_RANGE_URL: `http://127.0.0.1:${port}/range/` })
})
afterAll(async () => {
  await the.stop()
  service.closeAllConnections()
  service.close()
})

const refused = [
  [breached, 'password-compromised'],
  ['Welcome2026!', 'password-weak'],
  ['Lovelace-1815', 'password-weak'],
] as const

async function linkFor(email: string): Promise<string> {
  await the.post('/api/password/forgot', { email })
  const mail = await the.smtp.next(
    ({ deliveredTo, subject }) => deliveredTo === email && Boolean(subject?.startsWith('Reset')),
  )
  return /\/reset-password\?token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
}

test('a sign-up asks the range service itself, and the code is still good for another password', async () => {
  await the.sendCode('new@example.com')
  const code = await codeFor(the.smtp, 'new@example.com')
  for (const [password, reason] of refused)
    expect(codeOf(await the.verify('new@example.com', code, { password }))).toBe(reason)
  expect((await the.verify('new@example.com', code)).json()).toMatchObject({ success: true })
})

test('a reset refuses breached and trivial passwords, and the link is still good for another', async () => {
  await the.signUp('forgetful@example.com')
  const token = await linkFor('forgetful@example.com')
  const reset = (password: string) => the.post('/api/password/reset', { token, password })
  for (const [password, reason] of [
    ...refused,
    ['123456', 'password-weak'],
    ['zzzzzz', 'password-weak'],
  ] as const)
    expect(codeOf(await reset(password))).toBe(reason)
  // Six characters are enough.
  expect((await reset('tin bo')).statusCode).toBe(200)
})

test('the first administrator’s password is asked for alike', async () => {
  const token = (await openSetup(the.app.services))?.split('/').at(-1)
  const person = { email: 'first@example.com', firstName: 'Ada', lastName: 'Lovelace' }
  const setUp = (password: string) => the.post(`/api/setup/${token}`, { ...person, password })
  for (const [password, reason] of refused) expect(codeOf(await setUp(password))).toBe(reason)
  expect((await setUp(goodPassword)).statusCode).toBe(201)
})

/** Passwords of every kind, around each of the rules: lengths, common words, rows, names, what is added at the end. */
const owner = { email: 'ada.l@example.com', firstName: 'Ada', lastName: 'Lovelace' }
const anyPassword = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 140 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 5, maxLength: 14 }),
  fc
    .tuple(
      fc.constantFrom(
        'Password',
        'welcome',
        'qwertyui',
        'abcdefgh',
        'abab',
        'Lovelace',
        'Ada.L',
        'AdaLovelace',
        'Tin box',
      ),
      fc.constantFrom('', '1', '123!', '-2026', ' key', '9'.repeat(125)),
    )
    .map((parts) => parts.join('')),
)

test('the server refuses what the meter refuses, for the same reason, and accepts all else', async () => {
  const { services } = the.app
  for (const rule of ['strong', 'reset'] as const) {
    await fc.assert(
      fc.asyncProperty(anyPassword, async (password) => {
        const refusal = await refusePassword(services, password, owner, rule).catch((error) => error)
        const problem = passwordProblem(password, owner, rule)
        if (problem === null) {
          expect(refusal).toBeUndefined()
          expect(newPassword.safeParse(password).success).toBe(true)
        } else {
          expect(refusal).toBeInstanceOf(Refusal)
          expect(refusal.fields).toEqual({ password: passwordProblems[problem] })
        }
      }),
      { numRuns: 150 },
    )
  }
})

test('a changed password is accepted or refused as the meter says', async () => {
  const person = await the.newcomer('changing@example.com', 'requestor', { name: 'Ada Lovelace' })
  const change = (password: string) =>
    the.app.call(person, 'PUT', '/api/password', { password }, { remoteAddress: '127.0.0.1' })
  const user = (await the.app.call(person, 'GET', '/api/session')).json().user
  for (const password of [
    'Password123!',
    'Lovelace-1815',
    'Kbrde1!',
    'abcdefghi',
    'Wax-Seal-1902',
    'tinbox42',
  ]) {
    const problem = passwordProblem(password, user, 'strong')
    const answer = await change(password)
    expect([password, answer.json().error?.fields?.password]).toEqual([
      password,
      problem === null ? undefined : passwordProblems[problem],
    ])
    expect(answer.statusCode).toBe(problem === null ? 200 : 400)
  }
})

test('a range service that is silent holds nobody up for long', async () => {
  await the.signUp('patient@example.com')
  const token = await linkFor('patient@example.com')
  silent = true
  const before = Date.now()
  expect((await the.post('/api/password/reset', { token, password: breached })).statusCode).toBe(200)
  expect(Date.now() - before).toBeLessThan(5_000)
  silent = false
})
