import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import type { DueDate } from '@deedbox/contract/due-dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { dueDates } from '../../db/tables/due-dates.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { dueDatesVisibleTo } from '../../policy/due-dates.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { tellDue } from '../../sharing/notices/notices.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { dateDue } from './date-due.mail.tsx'

let app: TestApp
let trustee: Person
let lawyer: Person
let head: Person
let firm: string
let matterId: string
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  lawyer = await app.person('requestor')
  firm = crypto.randomUUID()
  const row = { id: firm, name: 'Harbour Legal', createdAt: new Date() }
  await app.services.database.db.insert(organizations).values(row)
  head = await app.person('b2b_admin', { organizationId: firm })
  matterId = await matterOf({ organizationId: firm })
})
afterAll(() => app.stop())

async function matterOf(more: object): Promise<string> {
  const trust = { name: 'Quill Family Trust', kind: 'family_trust', ...more }
  return (await app.call(trustee, 'POST', '/api/matters', trust)).json().matter.id
}
const call = (as: Person, method: string, url: string, body?: object) =>
  app.call(as, method, `/api/due-dates${url}`, body)
const day = async (days = 0) =>
  addDays(await app.services.contexts.work(async ({ now, settings }) => dayOf(now, settings.timeZone)), days)
const made = async (more: object = {}): Promise<DueDate> => {
  const body = { kind: 'distribution', title: 'Distribution', dueOn: await day(30), matterId, ...more }
  const answer = await call(trustee, 'POST', '', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().dueDate
}
const list = async (query: Record<string, string> = {}, as = trustee): Promise<DueDate[]> => {
  const answer = await call(as, 'GET', `?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().dueDates
}

test('a date has a day or the words of the deed, belongs to something, and reminds as its kind does', async () => {
  const bare = { kind: 'vesting', title: 'Vesting', matterId }
  expect((await call(trustee, 'POST', '', bare)).json().error.fields).toEqual({
    dueOn: 'Please enter a day, or the words of the deed',
  })
  const nowhere = { ...bare, matterId: null, dueOn: '2080-06-30' }
  expect((await call(trustee, 'POST', '', nowhere)).json().error.fields).toEqual({
    matterId: 'Please choose a matter or a document',
  })
  const words = await made({ ...bare, dueOn: null, words: 'Death of the last of the grandchildren' })
  expect(words).toMatchObject({ dueOn: null, remindDays: [3_650, 1_825, 730, 365, 90] })
  expect(words.matter).toEqual({ id: matterId, name: 'Quill Family Trust' })
})

test('what is done and repeats falls due again on its next day, for the same people', async () => {
  const dueOn = '2031-06-30'
  const first = await made({ dueOn, repeats: 'yearly', emails: [trustee.email], remindDays: [7, 30, 7] })
  expect(first.remindDays).toEqual([30, 7])
  const done = (await call(trustee, 'POST', `/${first.id}/done`, { note: 'Resolved' })).json()
  expect(done.dueDate).toMatchObject({ status: 'done', reason: 'Resolved', settled: { by: 'Tess Trustee' } })
  expect(done.next).toMatchObject({
    dueOn: '2032-06-30',
    status: 'open',
    reason: '',
    people: [{ id: trustee.id, name: 'Tess Trustee', email: trustee.email }],
  })
  expect(refusal(await call(trustee, 'POST', `/${first.id}/done`, {}))).toEqual([409, 'due-date-settled'])
})

test('a date is postponed with a reason, found not needed, and opened again; the history of its matter tells', async () => {
  const own = await matterOf({})
  const one = await made({ matterId: own, dueOn: '2031-01-10' })
  const postpone = (dueOn: string, reason: string) =>
    call(trustee, 'POST', `/${one.id}/postpone`, { dueOn, reason })
  expect(refusal(await postpone('2031-01-10', 'Away'))).toEqual([400, 'due-date-earlier'])
  const unsaid = [
    await postpone('2031-02-10', ' '),
    await call(trustee, 'POST', `/${one.id}/not-needed`, { reason: '' }),
  ]
  for (const refused of unsaid)
    expect([refused.statusCode, refused.json().error.fields]).toEqual([
      400,
      { reason: 'This field is required' },
    ])
  expect((await postpone('2031-02-10', 'Away')).json().dueDate).toMatchObject({
    dueOn: '2031-02-10',
    reason: 'Away',
    status: 'open',
  })
  await call(trustee, 'POST', `/${one.id}/not-needed`, { reason: 'It was sold' })
  expect((await call(trustee, 'POST', `/${one.id}/reopen`)).json().dueDate.status).toBe('open')
  expect(refusal(await call(trustee, 'POST', `/${one.id}/reopen`))).toEqual([409, 'due-date-open'])
  const { entries } = (await app.call(trustee, 'GET', `/api/matters/${own}/history`)).json()
  expect(entries.map(({ label }: { label: string }) => label)).toEqual([
    'Date open again',
    'Date not needed',
    'Date postponed',
    'Date added',
    'Matter created',
  ])
  expect(entries[2].told).toContain('before on 10 Jan 2031 · Away')
})

test('the dates of a large organisation, which are looked up one by one, are those of a small one', async () => {
  const theirs = await upload(app, trustee, { title: 'A will of theirs' })
  await app.services.database.db
    .update(documents)
    .set({ organizationId: firm })
    .where(eq(documents.id, theirs.id))
  await made({ title: 'Of their will', matterId: null, documentId: theirs.id })
  const token = decodeURIComponent(head.cookie.split('=')[1] ?? '').split('.')[0] ?? ''
  const caller = { token, device: null, ip: null, userAgent: null, requestId: null }
  const [small, large] = await app.services.contexts.read(caller, ({ actor, now, tx }) => {
    if (!actor) throw new Error('The session has ended')
    const seen = (few?: number) =>
      tx
        .select({ title: dueDates.title })
        .from(dueDates)
        .where(dueDatesVisibleTo(actor, now, few))
        .orderBy(dueDates.id)
    return Promise.all([seen(), seen(-1)])
  })
  expect(small.map(({ title }) => title)).toContain('Of their will')
  expect(large).toEqual(small)
})

test('two who change it at once do not overwrite each other', async () => {
  const one = await made()
  const change = { kind: 'meeting', title: 'Meeting', dueOn: one.dueOn, updatedAt: one.updatedAt }
  expect((await call(trustee, 'PUT', `/${one.id}`, change)).json().dueDate.title).toBe('Meeting')
  expect(refusal(await call(trustee, 'PUT', `/${one.id}`, change))).toEqual([409, 'due-date-changed'])
})

test('a date is seen by whoever answers for its document, or sees its matter, and nobody else', async () => {
  const theirs = await upload(app, lawyer, { title: 'A will' })
  const shared = await upload(app, trustee, { title: 'A shared will' })
  const access = { email: lawyer.email }
  await app.call(trustee, 'POST', `/api/documents/${shared.id}/access`, access)
  const other = await matterOf({ name: 'Another trust' })
  const ofMatter = await made({ title: 'Of the matter' })
  const ofOther = await made({ title: 'Of another', matterId: other })
  const ofTheirs = await made({ title: 'Of the will', documentId: theirs.id })
  const ofShared = await made({ title: 'Of the shared', matterId: null, documentId: shared.id })
  const titles = async (as: Person) => (await list({}, as)).map(({ title }) => title)
  expect(await titles(trustee)).toEqual(
    expect.arrayContaining([ofMatter.title, ofOther.title, ofTheirs.title, ofShared.title]),
  )
  expect(await titles(lawyer)).toEqual(['Of the will'])
  expect((await list({}, lawyer))[0]).toMatchObject({ matter: null, can: { edit: false } })
  expect(await titles(head)).toContain('Of the matter')
  for (const title of ['Of another', 'Of the will', 'Of the shared'])
    expect(await titles(head)).not.toContain(title)
  expect((await call(head, 'POST', `/${ofMatter.id}/done`, {})).statusCode).toBe(403)
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect(await titles(unconfirmed)).toEqual([])
  expect(refusal(await call(unconfirmed, 'POST', `/${ofMatter.id}/done`, {}))).toEqual([
    404,
    'due-date-not-found',
  ])
  await app.call(lawyer, 'DELETE', `/api/documents/${theirs.id}`)
  expect(await titles(lawyer)).toEqual([])
})

test('the list is filtered and paged by day; what has only words comes last', async () => {
  const own = await matterOf({})
  for (const month of ['03', '01', '02']) await made({ matterId: own, dueOn: `2040-${month}-01` })
  await made({ matterId: own, dueOn: null, words: 'When the youngest is 25', title: 'Words' })
  const days = async (query: Record<string, string>) =>
    (await list({ matter: own, ...query })).map(({ dueOn }) => dueOn)
  expect(await days({})).toEqual(['2040-01-01', '2040-02-01', '2040-03-01', null])
  expect(await days({ dueFrom: '2040-02-01', dueTo: '2040-12-31' })).toEqual(['2040-02-01', '2040-03-01'])
  expect(await days({ search: 'word' })).toEqual([null])
  const first = (await call(trustee, 'GET', `?matter=${own}&limit=3`)).json()
  const rest = (await call(trustee, 'GET', `?matter=${own}&cursor=${first.nextCursor}`)).json()
  expect([first.dueDates.length, rest.dueDates.length, first.total]).toEqual([3, 1, 4])
})

test('people who are named are reminded once for each distance, unless it is settled or they do not want it', async () => {
  const second = await app.person('trustee', { name: 'Tom Second' })
  const guest = await app.person('guest')
  const body = { kind: 'other', title: 'X', dueOn: await day(9), matterId, emails: [guest.email] }
  expect(refusal(await call(trustee, 'POST', '', body))).toEqual([400, 'due-date-people'])
  const emails = [trustee.email, second.email]
  const own = await matterOf({ name: 'The Reminded Trust' })
  const at = async (days: number, more: object = {}) =>
    made({ matterId: own, dueOn: await day(days), remindDays: [30, 7, 0], emails, ...more })
  await at(37, { title: 'Stamp it' })
  const settled = await at(37, { title: 'Settled' })
  await at(10, { title: 'Written down late' })
  await call(trustee, 'POST', `/${settled.id}/done`, {})
  await app.services.database.query(
    `update profiles set preferences = '{"mails": {"dueDates": false}}' where user_id = $1`,
    [second.id],
  )
  const told = async () => {
    await tellDue(app.services, dateDue)
    const { db } = app.services.database
    const rows = await db.select().from(mailMessages).where(eq(mailMessages.kind, 'date_due'))
    return rows.map(({ recipient, data }) => [
      recipient,
      (data as { items: { title: string; who: string; days: number }[] }).items.map(
        ({ title, who, days }) => `${who}: ${title} in ${days}`,
      ),
    ])
  }
  expect(await told()).toEqual([])
  app.shift(8 * dayMs)
  const first = [
    trustee.email,
    ['The Reminded Trust: Written down late in 2', 'The Reminded Trust: Stamp it in 29'],
  ]
  expect(await told()).toEqual([first])
  expect(await told()).toEqual([first])
  app.shift(29 * dayMs)
  const last = [trustee.email, ['The Reminded Trust: Stamp it in 0']]
  expect(await told()).toEqual(expect.arrayContaining([first, last]))
  expect(await told()).toHaveLength(2)
})

test('a vesting day is told 10, 5, 2 and 1 years and 90 days before, and on no other day near them', async () => {
  const own = await matterOf({ name: 'The Patient Trust' })
  const emails = [trustee.email]
  const dueOn = await day(3_652)
  await made({ kind: 'vesting', title: 'Vests', matterId: own, dueOn, emails })
  const told = async () => {
    await tellDue(app.services, dateDue)
    const { db } = app.services.database
    const rows = await db.select().from(mailMessages).where(eq(mailMessages.kind, 'date_due'))
    return rows
      .flatMap(({ data }) => (data as { items: { title: string; days: number }[] }).items)
      .flatMap(({ title, days }) => (title === 'Vests' ? [days] : []))
      .sort((a, b) => b - a)
  }
  // Hours differ between summer and winter: the last day is approached in steps.
  const wait = async (until: string) => {
    app.shift(Math.max(0, Date.parse(until) - Date.parse(await day()) - dayMs))
    while ((await day()) < until) app.shift(dayMs / 4)
  }
  const distances = [3_650, 1_825, 730, 365, 90]
  for (const [n, distance] of distances.entries()) {
    await wait(addDays(dueOn, -distance - 1))
    expect(await told()).toEqual(distances.slice(0, n))
    await wait(addDays(dueOn, -distance))
    expect(await told()).toEqual(distances.slice(0, n + 1))
  }
})
