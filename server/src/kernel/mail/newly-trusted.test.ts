import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailMessages } from '../../db/tables/mail.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: Person
let other: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
  other = await app.person('admin')
})
afterAll(() => app.stop())

/** Returns how the newest mail names the people that it is about. */
async function namedLast() {
  const { db } = app.services.database
  const [last] = await db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.kind, 'newly_trusted'))
    .orderBy(desc(mailMessages.createdAt))
    .limit(1)
  return ((last?.data.people ?? []) as { text: string }[]).map(({ text }) => text).sort()
}

/** Returns whom the mails since then told, and how somebody came to be trusted. */
async function told(act: () => Promise<{ statusCode: number; body: string }>) {
  const { db } = app.services.database
  const mails = () => db.select().from(mailMessages).where(eq(mailMessages.kind, 'newly_trusted'))
  const before = new Set((await mails()).map(({ id }) => id))
  const answer = await act()
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  const fresh = (await mails()).filter(({ id }) => !before.has(id))
  return fresh.map(({ recipient, data }) => [recipient, data.how, data.total]).sort()
}
const both = (how: string, total = 1) => [admin, other].map(({ email }) => [email, how, total]).sort()
const invite = (role: string, email: string) =>
  app.call(admin, 'POST', '/api/invitations', { email, firstName: 'New', lastName: 'One', role })

test('every administrator is told by mail of a new administrator or trustee, however they come to be one', async () => {
  expect(await told(() => invite('admin', 'a@example.com'))).toEqual(both('invited'))
  expect(await told(() => invite('trustee', 't@example.com'))).toEqual(both('invited'))
  expect(await namedLast()).toEqual(['New One (t@example.com)'])
  expect(await told(() => invite('requestor', 'r@example.com'))).toEqual([])

  const requestor = await app.person('requestor')
  const change = (role: string) => () => app.call(admin, 'POST', `/api/users/${requestor.id}/role`, { role })
  expect(await told(change('trustee'))).toEqual(both('changed'))
  expect(await told(change('trustee'))).toEqual([])
  expect(await told(change('requestor'))).toEqual([])

  const trustee = await app.person('trustee', { confirmedAt: null })
  const confirm = () => app.call(admin, 'POST', `/api/users/${trustee.id}/confirm`)
  expect(await told(confirm)).toEqual(both('confirmed'))
})

test('an import tells them once, of those whom it concerns', async () => {
  const file = 'email,role\nx@example.com,admin\ny@example.com,trustee\nz@example.com,requestor\n'
  const send = (url: string) =>
    app.call(admin, 'POST', url, undefined, { payload: file, headers: { 'content-type': 'text/csv' } })
  const { plan } = (await send('/api/users/import/preview')).json()
  const importing = () => send(`/api/users/import?plan=${encodeURIComponent(plan)}`)
  expect(await told(importing)).toEqual(both('invited', 2))
  expect(await namedLast()).toEqual(['x@example.com, System Administrator', 'y@example.com, Trustee'])
})
