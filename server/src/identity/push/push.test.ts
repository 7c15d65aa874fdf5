import { randomUUID } from 'node:crypto'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles } from '../../db/tables/accounts.ts'
import { pushSubscriptions } from '../../db/tables/sign-in.ts'
import { accessRequested } from '../../sharing/requests/access-requested.mail.tsx'
import type { Person } from '../../testing/app.ts'
import { startPushService } from '../../testing/push-service.ts'
import { type Accounts, codeOf, eventsOf, startAccounts } from '../accounts/accounts.testing.ts'

let the: Accounts
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
  the = await startAccounts(service.env)
})
afterAll(async () => {
  await the.stop()
  await service.stop()
})

const path = '/api/push-subscriptions'
const list = async (as: Person) => (await the.app.call(as, 'GET', path)).json()
const add = (as: Person, body: object) => the.app.call(as, 'POST', path, body)
const countOf = (person: Person) =>
  the.app.services.database.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, person.id))

/** Lets a browser of this person show notices. */
async function subscribed(as: Person, more: object = {}) {
  const browser = service.browser()
  const answer = await add(as, { ...browser, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return { ...browser, id: String(answer.json().subscription.id) }
}

const asked = {
  ...{ requestId: randomUUID(), title: 'Deed of Margaret Citizen', extension: false },
  ...{ requesterName: 'Rex', requesterEmail: 'rex@example.com', clientName: 'Quinn', clientEmail: '' },
  ...{ justification: 'A claim.', level: 'view' as const, until: '2031-01-01T00:00:00.000Z' },
  askedAt: '2026-01-01T00:00:00.000Z',
}
/** Mails this person that a request waits, and runs what that sends. */
async function tell({ email }: Person) {
  const { contexts, mail, jobs } = the.app.services
  await contexts.work((ctx) => mail.enqueue(ctx, accessRequested, email, asked))
  await jobs.runDue('send-push')
}
const sentTo = ({ endpoint }: { endpoint: string }) =>
  service.received.filter(({ to }) => endpoint.endsWith(`/${to}`)).length

test('a request that waits comes to the browser, encrypted for it and signed by the key of this deployment, without a name', async () => {
  const person = await the.app.person('trustee')
  const browser = await subscribed(person)
  await tell(person)
  const notice = await service.next(browser)
  expect(notice).toEqual({
    ...{ title: 'A request waits for you', body: 'Deedbox', path: '/trustee/requests' },
    tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const [{ key, sub, ttl } = {}] = service.received.filter(({ to }) => browser.endpoint.endsWith(to))
  expect(key).toBe((await list(person)).publicKey)
  expect(sub).toMatch(/^mailto:/)
  expect(ttl).toBe('86400')
  expect((await eventsOf(the.app, person.email)).at(0)).toMatchObject({
    event: 'push_subscription_added',
    details: { names: false },
  })
})

test('who chooses names reads who asks for what', async () => {
  const person = await the.app.person('trustee')
  const browser = await subscribed(person)
  const answer = await the.app.call(person, 'PUT', `${path}/${browser.id}`, { names: true })
  expect(answer.json().subscription).toMatchObject({ current: true, names: true })
  await tell(person)
  expect((await service.next(browser)).title).toBe('Rex asks for access to “Deed of Margaret Citizen”')
})

test('a test notice comes at once', async () => {
  const person = await the.app.person('guest')
  const browser = await subscribed(person)
  const answer = await the.app.call(person, 'POST', `${path}/${browser.id}/test`)
  expect(answer.json()).toEqual({ success: true })
  expect((await service.next(browser)).title).toBe('Notices work in this browser')
})

test('a browser that the service no longer knows is removed, and one that it refuses is not', async () => {
  const person = await the.app.person('trustee')
  const browser = await subscribed(person)
  const test = () => the.app.call(person, 'POST', `${path}/${browser.id}/test`)
  service.refuse(503)
  expect(codeOf(await test())).toBe('push-failed')
  service.refuse(null)
  expect(await countOf(person)).toBe(1)
  service.forget(browser)
  await tell(person)
  expect(await countOf(person)).toBe(0)
  const events = await eventsOf(the.app, person.email)
  expect(events.at(-1)).toMatchObject({ event: 'push_subscription_removed', details: { gone: true } })
  const other = await subscribed(person)
  service.forget(other)
  expect(codeOf(await the.app.call(person, 'POST', `${path}/${other.id}/test`))).toBe('push-gone')
  expect((await list(person)).subscriptions).toEqual([])
})

test('the end of a session ends its notices, whoever ends it, and not those of other sessions', async () => {
  const person = await the.app.person('trustee')
  const phone = await the.app.signIn(person.id, person.email)
  const [here, there] = [await subscribed(person), await subscribed(phone)]
  expect((await list(person)).subscriptions).toMatchObject([{ id: here.id }, { id: there.id }])
  expect((await the.app.call(phone, 'DELETE', '/api/session')).statusCode).toBe(200)
  expect((await list(person)).subscriptions).toMatchObject([{ id: here.id, current: true }])
  await tell(person)
  expect([sentTo(here), sentTo(there)]).toEqual([1, 0])
  const again = await subscribed(await the.app.signIn(person.id, person.email))
  expect((await the.app.call(person, 'DELETE', '/api/sessions')).json()).toEqual({ ended: 1 })
  expect((await list(person)).subscriptions).toMatchObject([{ id: here.id }])
  expect(sentTo(again)).toBe(0)
})

test('a guest whose access has ended, and a person who is deactivated, get nothing', async () => {
  const soon = new Date(Date.now() + dayMs)
  const guest = await the.app.person('guest', { accessExpiresAt: soon })
  const left = await the.app.person('trustee')
  const browsers = [await subscribed(guest), await subscribed(left)]
  const { db } = the.app.services.database
  await db.update(profiles).set({ accessExpiresAt: new Date() }).where(eq(profiles.id, guest.id))
  await db.update(profiles).set({ deactivatedAt: new Date() }).where(eq(profiles.id, left.id))
  await tell(guest)
  await tell(left)
  expect(browsers.map(sentTo)).toEqual([0, 0])
})

test('a notice that could not be brought within a day is no news', async () => {
  const person = await the.app.person('trustee')
  const browser = await subscribed(person)
  service.refuse(503)
  await tell(person)
  service.refuse(null)
  const { query } = the.app.services.database
  await query(`update mail_messages set created_at = created_at - interval '25 hours' where recipient = $1`, [
    person.email,
  ])
  await query(`update pgboss.job set start_after = now() where name = 'send-push' and state < 'active'`)
  await the.app.services.jobs.runDue('send-push')
  expect(sentTo(browser)).toBe(0)
})

test('Deedbox sends to known push services only, and to this machine only where the operator names it', async () => {
  const person = await the.app.person('trustee')
  const { keys } = service.browser()
  const other = new URL(service.origin)
  other.port = String(Number(other.port) === 65_535 ? 1_024 : Number(other.port) + 1)
  for (const endpoint of [
    other.href,
    'http://localhost/',
    'https://169.254.169.254/latest/meta-data',
    'https://push.evil.example/x',
  ])
    expect(codeOf(await add(person, { endpoint, keys })), endpoint).toBe('push-service')
  const { endpoint } = service.browser()
  const bad = { ...keys, p256dh: `B${'A'.repeat(86)}` }
  expect(codeOf(await add(person, { endpoint, keys: bad }))).toBe('push-keys')
  for (const body of [
    { endpoint: `${service.origin}/${'x'.repeat(1_000)}`, keys },
    { endpoint: 'not an address', keys },
    { endpoint, keys: { ...keys, auth: 'short' } },
    { endpoint },
  ])
    expect(codeOf(await add(person, body))).toBe('invalid-input')
  expect(await countOf(person)).toBe(0)
})

test('who uses a browser after somebody else takes it over; nobody reaches a stranger’s', async () => {
  const [first, second] = [await the.app.person('trustee'), await the.app.person('guest')]
  const browser = await subscribed(first)
  const { endpoint, keys } = browser
  for (const [method, url, body] of [
    ['PUT', `${path}/${browser.id}`, { names: true }],
    ['DELETE', `${path}/${browser.id}`, undefined],
    ['POST', `${path}/${browser.id}/test`, undefined],
  ] as const)
    expect(codeOf(await the.app.call(second, method, url, body))).toBe('not-found')
  expect((await add(second, { endpoint, keys })).statusCode).toBe(201)
  expect([await countOf(first), await countOf(second)]).toEqual([0, 1])
  await tell(first)
  expect(service.received.filter(({ to }) => endpoint.endsWith(to))).toEqual([])
})

test('a person has notices in 20 browsers at most, and removes what they do not need', async () => {
  const person = await the.app.person('trustee')
  const { db } = the.app.services.database
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => the.app.signIn(person.id, person.email)),
  )
  for (const as of sessions) await subscribed(as)
  const answer = await add(person, service.browser())
  expect(answer.json().error).toMatchObject({ code: 'push-limit', message: expect.stringContaining('20') })
  const [one] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.id))
  expect((await the.app.call(person, 'DELETE', `${path}/${one?.id}`)).json()).toEqual({ success: true })
  expect((await add(person, service.browser())).statusCode).toBe(201)
  expect((await eventsOf(the.app, person.email)).at(-2)?.event).toBe('push_subscription_removed')
})
