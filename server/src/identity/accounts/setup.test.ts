import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { profiles } from '../../db/tables/accounts.ts'
import {
  type Accounts,
  codeOf,
  cookieOf,
  eventNames,
  goodPassword,
  startAccounts,
} from './accounts.testing.ts'
import { openSetup } from './setup.ts'

let the: Accounts
beforeAll(async () => {
  the = await startAccounts()
})
beforeEach(async () => {
  const { db } = the.app.services.database
  await db.update(profiles).set({ role: 'guest' }).where(eq(profiles.role, 'admin'))
})
afterAll(() => the.stop())

async function newLink(): Promise<string> {
  const link = await openSetup(the.app.services)
  const token = /\/setup\/([\w-]{43})$/.exec(link ?? '')?.[1]
  if (!token) throw new Error('There is no set-up link')
  return token
}
const look = async (token: string) => (await the.app.call(null, 'GET', `/api/setup/${token}`)).json()
const setUp = (token: string, email: string, password = goodPassword) =>
  the.post(`/api/setup/${token}`, { email, password, firstName: 'Margaret', lastName: 'Hartley' })

test('the link makes the first administrator, signs them in, and is used up', async () => {
  const token = await newLink()
  expect(await look(token)).toEqual({ valid: true })
  const answer = await setUp(token, 'First@Example.com')
  expect(answer.statusCode).toBe(201)
  expect(answer.json().user).toMatchObject({ email: 'first@example.com', role: 'admin', confirmed: true })
  const me = { id: '', email: '', cookie: cookieOf(answer) }
  expect((await the.app.call(me, 'GET', '/api/users')).statusCode).toBe(200)
  expect(await eventNames(the.app, 'first@example.com')).toEqual(['first_admin_created', 'signed_in'])
  expect((await the.signIn('first@example.com')).statusCode).toBe(200)

  expect(await look(token)).toEqual({ valid: false })
  const again = await setUp(token, 'second@example.com')
  expect(again.statusCode).toBe(404)
  expect(again.json().error).toMatchObject({
    code: 'setup-link-invalid',
    message: 'This set-up link is not valid or has already been used.',
  })
  expect(await openSetup(the.app.services)).toBeNull()
})

test('of two at once one wins', async () => {
  const token = await newLink()
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => setUp(token, `race-${name}@example.com`)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(answers.filter((answer) => codeOf(answer) === 'setup-link-invalid')).toHaveLength(2)
  const { db } = the.app.services.database
  expect(await db.select().from(profiles).where(eq(profiles.role, 'admin'))).toHaveLength(1)
})

test('a link that was never printed is not valid; every server and every start prints the same one', async () => {
  expect(await newLink()).toBe(await newLink())
  expect(await look('y'.repeat(43))).toEqual({ valid: false })
  expect(codeOf(await setUp('y'.repeat(43), 'stranger@example.com'))).toBe('setup-link-invalid')
})

test('a weak password or an email that is taken leaves the link good', async () => {
  const token = await newLink()
  await the.app.person('requestor', { email: 'taken@example.com' })
  expect(codeOf(await setUp(token, 'weak@example.com', 'aaaaaaaa'))).toBe('password-weak')
  expect(codeOf(await setUp(token, 'taken@example.com'))).toBe('account-exists')
  expect((await setUp(token, 'strong@example.com')).statusCode).toBe(201)
})
