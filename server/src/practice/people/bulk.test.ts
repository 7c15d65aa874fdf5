import { dayMs } from '@deedbox/contract/durations.ts'
import { type PeopleAct, peopleActs } from '@deedbox/contract/people-terms.ts'
import { parse } from 'csv-parse/sync'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations, organizations, profiles, sessions } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { mailMessages, mailReports } from '../../db/tables/mail.ts'
import { type Accounts, codeFor, eventsOf, startAccounts } from '../../identity/accounts/accounts.testing.ts'
import { refusal } from '../../sharing/grants/sample.testing.ts'
import type { Person } from '../../testing/app.ts'

const organizationId = crypto.randomUUID()
let the: Accounts
let admin: Person
let org: Person
beforeAll(async () => {
  the = await startAccounts()
  await db()
    .insert(organizations)
    .values({ id: organizationId, name: 'Harbour Legal', createdAt: new Date() })
  admin = await the.app.person('admin', { name: 'Ruth Admin' })
  org = await the.app.person('b2b_admin', { name: 'Olga Org', organizationId })
})
afterAll(() => the.stop())

const db = () => the.app.services.database.db
type Ids = { id: string }[]
const bodyOf = (act: PeopleAct, chosen: Ids, more: object = {}) => ({
  ...{ act, ids: chosen.map(({ id }) => id) },
  ...more,
})
const preview = (as: Person, act: PeopleAct, chosen: Ids, more?: object) =>
  the.app.call(as, 'POST', '/api/users/bulk/preview', bodyOf(act, chosen, more))
const run = (as: Person, act: PeopleAct, chosen: Ids, more?: object) =>
  the.app.call(as, 'POST', '/api/users/bulk', bodyOf(act, chosen, more))
const person = (role: string, name: string, more: object = {}) => the.app.person(role, { name, ...more })
const invite = async (email: string, more: object = {}, as = admin): Promise<{ id: string; email: string }> =>
  (await the.app.call(as, 'POST', '/api/invitations', { email, role: 'guest', ...more })).json().invitation
const reasons = (answer: { refused: { name: string | null; reason: string }[] }) =>
  Object.fromEntries(answer.refused.map(({ name, reason }) => [name, reason]))
const names = (answer: { able: { name: string }[] }) => answer.able.map(({ name }) => name)
const counts = async () => ({
  events: await db().$count(auditEvents),
  mails: await db().$count(mailMessages),
})
const eventsNamed = async (email: string, event: string) =>
  (await eventsOf(the.app, email)).filter((one) => one.event === event)

test('the preview of a deactivation names with whom it can be done and with whom not, and it does just that', async () => {
  const [ann, ben] = [await person('requestor', 'Ann'), await person('trustee', 'Ben')]
  const gone = await person('guest', 'Gone', { deactivatedAt: new Date() })
  const chosen = [ann, ben, gone, admin, { id: crypto.randomUUID() }]
  const before = await counts()
  const seen = (await preview(admin, 'deactivate', chosen)).json()
  expect(names(seen)).toEqual(['Ann', 'Ben'])
  expect(reasons(seen)).toEqual({
    Gone: 'already-deactivated',
    'Ruth Admin': 'deactivate-own',
    null: 'user-not-found',
  })
  expect(await counts()).toEqual(before)

  // Somebody is faster with one of them.
  await the.app.call(admin, 'POST', `/api/users/${ben.id}/deactivate`)
  const invited = await invite('of-ann@bulk.example')
  await db().update(invitations).set({ invitedBy: ann.id }).where(eq(invitations.id, invited.id))
  const done = (await run(admin, 'deactivate', [ann, ben])).json()
  expect([done.done, reasons(done)]).toEqual([1, { Ben: 'already-deactivated' }])
  expect(await eventsNamed(ann.email, 'person_deactivated')).toHaveLength(1)
  expect(await eventsNamed(ben.email, 'person_deactivated')).toHaveLength(1)
  expect(await eventsNamed('of-ann@bulk.example', 'invitation_withdrawn')).toHaveLength(1)
  expect(await db().$count(sessions, inArray(sessions.userId, [ann.id, ben.id]))).toBe(0)

  // A second click finds nobody, and leaves no trace.
  const after = await counts()
  expect((await run(admin, 'deactivate', [ann, ben])).json().done).toBe(0)
  expect(await counts()).toEqual(after)
})

test('of two clicks at once one deactivates, with one event for each person', async () => {
  const people = await Promise.all(['A', 'B', 'C'].map((name) => person('guest', name)))
  const answers = await Promise.all([
    run(admin, 'deactivate', people),
    run(admin, 'deactivate', people.toReversed()),
  ])
  expect(answers.map((answer) => answer.json().done).sort()).toEqual([0, 3])
  for (const { email } of people) expect(await eventsNamed(email, 'person_deactivated')).toHaveLength(1)
})

test('guests get one last day together; others and those who have it already are named', async () => {
  const [ann, ben] = [await person('guest', 'Ann'), await person('guest', 'Ben')]
  const trustee = await person('trustee', 'Tom')
  const chosen = [ann, ben, trustee]
  expect(names((await preview(admin, 'expire', chosen)).json())).toEqual(['Ann', 'Ben'])
  const first = (await run(admin, 'expire', [ann], { expiresOn: '2030-07-01' })).json()
  expect(first).toEqual({ done: 1, refused: [] })
  const seen = (await preview(admin, 'expire', chosen, { expiresOn: '2030-07-01' })).json()
  expect([names(seen), reasons(seen)]).toEqual([['Ben'], { Ann: 'expiry-same', Tom: 'not-a-guest' }])
  const done = (await run(admin, 'expire', chosen, { expiresOn: '2030-07-01' })).json()
  expect(done.done).toBe(1)
  const ends = await db()
    .select()
    .from(profiles)
    .where(inArray(profiles.id, [ann.id, ben.id]))
  expect(ends.map(({ accessExpiresAt }) => accessExpiresAt?.toISOString())).toEqual(
    Array(2).fill('2030-07-01T13:59:59.999Z'),
  )
  expect(await eventsNamed(ben.email, 'access_expiry_set')).toMatchObject([
    { actorId: admin.id, details: { expiresOn: '2030-07-01' } },
  ])
  // The single verb has the same rule.
  const single = await the.app.call(admin, 'POST', `/api/users/${ann.id}/access-expiry`, {
    expiresOn: '2030-07-01',
  })
  expect(refusal(single)).toEqual([409, 'expiry-same'])
  for (const call of [preview, run]) {
    expect(refusal(await call(admin, 'expire', [ann], { expiresOn: '2020-01-01' }))).toEqual([
      400,
      'expiry-past',
    ])
    expect(refusal(await call(admin, 'expire', [ann], { expiresOn: '2090-01-01' }))).toEqual([
      400,
      'expiry-far',
    ])
  }
  expect(refusal(await run(admin, 'expire', [ann]))).toEqual([400, 'invalid-input'])
})

test('open invitations are sent again, with all their time and the same link, once a day', async () => {
  const ann = await invite('ann@again.example', { expiresOn: dayAhead(300) })
  const ben = await invite('ben@again.example', { role: 'requestor', organization: 'Harbour Legal' })
  const short = await invite('soon@again.example', { expiresOn: dayAhead(12) })
  const withdrawn = await invite('withdrawn@again.example')
  await the.app.call(admin, 'DELETE', `/api/invitations/${withdrawn.id}`)
  const joined = await invite('joined@again.example')
  await the.sendCode('joined@again.example')
  await the.verify('joined@again.example', await codeFor(the.smtp, 'joined@again.example'))
  const chosen = [ben, short, withdrawn, joined, { id: crypto.randomUUID() }]
  the.app.shift(10 * dayMs)
  admin = await the.app.signIn(admin.id, admin.email)
  const seen = (await preview(admin, 'again', chosen)).json()
  expect(names(seen)).toEqual(['ben@again.example', 'soon@again.example'])
  expect(Object.values(reasons(seen)).sort()).toEqual([
    'invitation-accepted',
    'invitation-not-found',
    'invitation-withdrawn',
  ])
  const answers = await Promise.all([run(admin, 'again', chosen), run(admin, 'again', chosen)])
  expect(answers.map((answer) => answer.json().done).sort()).toEqual([0, 2])
  const again = (await run(admin, 'again', chosen)).json()
  expect(reasons(again)).toMatchObject({ 'ben@again.example': 'invited-again' })

  const mails = await db().select().from(mailMessages).where(eq(mailMessages.kind, 'invitation_again'))
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['ben@again.example', 'soon@again.example'])
  expect(mails[0]).toMatchObject({ senderId: admin.id, outside: true })
  await the.app.services.jobs.runDue()
  const { text } = await the.smtp.next(
    ({ deliveredTo, text }) => deliveredTo === 'ben@again.example' && text !== undefined,
  )
  expect(text).toContain(`/signup?invitation=${ben.id}`)
  expect(text).toContain('Organisation: Harbour Legal')
  expect(await eventsNamed('ben@again.example', 'user_invited')).toMatchObject([
    expect.anything(),
    { details: { invitationId: ben.id, again: true } },
  ])
  const rows = await db()
    .select()
    .from(invitations)
    .where(inArray(invitations.id, [ben.id, short.id]))
  const left = rows.map(({ email, expiresAt }) => [
    email,
    Math.round((expiresAt.getTime() - Date.now() - the.app.services.clock.shiftMs) / dayMs),
  ])
  expect(Object.fromEntries(left)).toEqual({
    'ben@again.example': 30,
    'soon@again.example': expect.any(Number),
  })
  expect(Object.fromEntries(left)['soon@again.example']).toBeLessThan(4)
  the.app.shift(dayMs)
  admin = await the.app.signIn(admin.id, admin.email)
  expect((await preview(admin, 'again', [ann, ben])).json().able).toHaveLength(2)
  // The invitations are over with the access that they offer.
  the.app.shift(5 * dayMs)
  admin = await the.app.signIn(admin.id, admin.email)
  const over = (await preview(admin, 'again', [short])).json()
  expect(reasons(over)).toEqual({ 'soon@again.example': 'invitation-over' })
})

test('whoever reported a message is not invited again by its sender', async () => {
  const stopped = await invite('stopped@again.example')
  await db()
    .insert(mailReports)
    .values({
      ...{ mailId: crypto.randomUUID(), senderId: admin.id, recipient: 'stopped@again.example' },
      ...{ kind: 'invitation', message: '', sentAt: new Date(), reportedAt: new Date() },
    })
  const seen = (await preview(admin, 'again', [stopped])).json()
  expect(reasons(seen)).toEqual({ 'stopped@again.example': 'recipient-stopped' })
})

test('open invitations are withdrawn together, each with its event', async () => {
  const [ann, ben] = [await invite('ann@withdraw.example'), await invite('ben@withdraw.example')]
  await the.app.call(admin, 'DELETE', `/api/invitations/${ben.id}`)
  const done = (await run(admin, 'withdraw', [ann, ben])).json()
  expect([done.done, reasons(done)]).toEqual([1, { 'ben@withdraw.example': 'invitation-withdrawn' }])
  for (const { id, email } of [ann, ben]) {
    expect(await eventsNamed(email, 'invitation_withdrawn')).toHaveLength(1)
    expect(await db().$count(invitations, and(eq(invitations.id, id), eq(invitations.status, 'open')))).toBe(
      0,
    )
  }
})

test('an Org Admin acts on members below their role and on invitations to their organisation only', async () => {
  org = await the.app.signIn(org.id, org.email)
  const guest = await person('guest', 'Greta', { organizationId })
  const head = await person('b2b_admin', 'Hector', { organizationId })
  const stranger = await person('guest', 'Sam')
  const people = [guest, head, stranger, org]
  const seen = (await preview(org, 'deactivate', people)).json()
  expect(names(seen)).toEqual(['Greta'])
  // Strangers stay hidden, even that they exist.
  expect(seen.refused).toContainEqual({
    ...{ id: stranger.id, name: null, email: null },
    reason: 'user-not-found',
  })
  expect(reasons(seen)).toMatchObject({ Hector: 'person-above', 'Olga Org': 'deactivate-own' })
  expect((await run(org, 'expire', people, { expiresOn: '2091-01-01' })).statusCode).toBe(400)
  expect((await run(org, 'deactivate', people)).json().done).toBe(1)

  const own = await invite('own@org.example', {}, org)
  const above = await invite('above@org.example', { role: 'b2b_admin', organization: 'Harbour Legal' })
  const elsewhere = await invite('elsewhere@org.example')
  const all = [own, above, elsewhere]
  const again = (await preview(org, 'again', all)).json()
  expect(names(again)).toEqual(['own@org.example'])
  expect(reasons(again)).toEqual({ 'above@org.example': 'invite-not-allowed', null: 'invitation-not-found' })
  expect((await run(org, 'again', all)).json().done).toBe(1)
  expect((await run(org, 'withdraw', all)).json().done).toBe(2)
  expect(
    await db().$count(invitations, and(eq(invitations.id, elsewhere.id), eq(invitations.status, 'open'))),
  ).toBe(1)
})

test('an Org Admin invites again no more than may be invited by file', async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    ...{ kind: 'imported_invitation', recipient: `m${n}@limit.example`, data: {}, status: 'sent' as const },
    ...{ createdAt: new Date(Date.now() + the.app.services.clock.shiftMs), senderId: org.id, outside: true },
  }))
  await db().insert(mailMessages).values(rows)
  const one = await invite('one@limit.example', {}, org)
  expect(refusal(await run(org, 'again', [one]))).toEqual([429, 'import-limit'])
})

test.each(Object.keys(peopleActs) as PeopleAct[])('nobody else can %s many', async (act) => {
  const guest = await person('guest', 'Greta')
  for (const role of ['trustee', 'requestor', 'guest']) {
    const as = await the.app.person(role)
    for (const call of [preview, run])
      expect(refusal(await call(as, act, [guest]))).toEqual([403, 'not-allowed'])
    const exported = await the.app.call(as, 'POST', '/api/users/export', { userIds: [guest.id] })
    expect(refusal(exported)).toEqual([403, 'not-allowed'])
  }
})

test('at most 1,000 at once, and nothing that is not there to choose', async () => {
  const many = Array.from({ length: 1_001 }, () => ({ id: crypto.randomUUID() }))
  for (const [act, chosen] of [
    ['deactivate', many],
    ['deactivate', []],
    ['promote', many.slice(1_000)],
  ] as const)
    expect(refusal(await run(admin, act as PeopleAct, [...chosen]))).toEqual([400, 'invalid-input'])
  expect((await run(admin, 'deactivate', many.slice(1))).json()).toMatchObject({ done: 0 })
})

test('chosen people come as the same file as a list, without those whom one does not see', async () => {
  const [ann, ben] = [await person('guest', 'Ann', { organizationId }), await person('guest', 'Ben')]
  const exported = async (as: Person) => {
    const answer = await the.app.call(as, 'POST', '/api/users/export', { userIds: [ann.id, ben.id] })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [, ...rows]: string[][] = parse(answer.body, { bom: true })
    return rows.map(([, , email]) => email).sort()
  }
  expect(await exported(admin)).toEqual([ann.email, ben.email].sort())
  expect(await exported(org)).toEqual([ann.email])
  const events = await db().select().from(auditEvents).where(eq(auditEvents.event, 'people_exported'))
  expect(events.map(({ details }) => details)).toEqual([{ chosen: 2 }, { chosen: 1 }])
  const none = await the.app.call(org, 'POST', '/api/users/export', { userIds: [ben.id] })
  expect(refusal(none)).toEqual([404, 'user-not-found'])
})

const dayAhead = (days: number) =>
  new Date(Date.now() + the.app.services.clock.shiftMs + days * dayMs).toISOString().slice(0, 10)
