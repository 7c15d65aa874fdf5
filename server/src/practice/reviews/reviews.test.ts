import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { documentKinds } from '@deedbox/contract/document-kinds.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { Review } from '@deedbox/contract/reviews.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events, refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { tellDue } from '../../sharing/notices/notices.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { reviewDue } from './review-due.mail.tsx'
import { beginReviews } from './reviews.jobs.ts'

let app: TestApp
let admin: Person
let owner: Person
let other: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
  owner = await app.person('trustee', { name: 'Olive Owner' })
  other = await app.person('trustee')
})
afterAll(() => app.stop())

const none = { deeds: null, wills: null, powers: null, records: null, other: null }
const set = async (years: object) => {
  const reviewYears = { ...none, ...years }
  const was = (await app.call(admin, 'GET', '/api/settings')).json().values.reviewYears
  const body = { changes: { reviewYears }, was: { reviewYears: was } }
  const answer = await app.call(admin, 'PUT', '/api/settings', body)
  expect(answer.statusCode, answer.body).toBe(200)
}
const listed = async (as: Person, query = ''): Promise<Review[]> =>
  (await app.call(as, 'GET', `/api/reviews${query}`)).json().reviews
const decide = (as: Person, id: string, body: object) =>
  app.call(as, 'POST', `/api/reviews/${id}/decide`, body)
const today = async () =>
  app.services.contexts.work(async ({ now, settings }) => dayOf(now, settings.timeZone))
const age = (id: string, years: number) =>
  app.services.database.query(
    `update documents set created_at = now() - make_interval(years => $2, days => 1) where id = $1`,
    [id, years],
  )

test('none is due until years are set for a group of kinds; then one waits, for the owner and administrators', async () => {
  const deed = await upload(app, owner, { title: 'Old deed', type: 'trust_deed' })
  const young = await upload(app, owner, { title: 'Young deed', type: 'trust_deed' })
  const paper = await upload(app, owner, { title: 'Old paper', type: 'other' })
  for (const { id } of [deed, paper]) await age(id, 12)
  await age(young.id, 9)
  await beginReviews(app.services)
  expect(await listed(admin)).toEqual([])
  await set({ deeds: 10 })
  await beginReviews(app.services)
  await beginReviews(app.services)
  for (const as of [owner, admin])
    expect((await listed(as)).map(({ documentTitle, decided }) => [documentTitle, decided])).toEqual([
      ['Old deed', null],
    ])
  expect(await listed(other)).toEqual([])
  expect(await events(app, deed.id)).toContain('document_review_due')
  expect(await listed(owner, `?document=${deed.id}`)).toHaveLength(1)
  expect(await listed(owner, `?document=${young.id}`)).toEqual([])
  const [review] = await listed(owner)
  const nextOn = addDays(await today(), 30)
  expect(refusal(await decide(other, review?.id ?? '', { outcome: 'keep', nextOn }))).toEqual([
    404,
    'review-not-found',
  ])
})

test('the owner is told once, unless they switched it off', async () => {
  const told = async () =>
    (
      await app.services.database.query<{ to: string }>(
        `select recipient as "to" from mail_messages where kind = 'review_due'`,
      )
    ).rows
  await tellDue(app.services, reviewDue)
  await tellDue(app.services, reviewDue)
  expect(await told()).toEqual([{ to: owner.email }])
  const silent = await upload(app, other)
  const { query } = app.services.database
  await query('insert into document_reviews (document_id, due_on) values ($1, current_date)', [silent.id])
  await query(`update profiles set preferences = '{"mails": {"reviews": false}}' where user_id = $1`, [
    other.id,
  ])
  await tellDue(app.services, reviewDue)
  expect(await told()).toEqual([{ to: owner.email }])
})

test('an outcome is recorded and removes nothing; the next review waits on its day, whatever the setting says', async () => {
  const [review] = await listed(owner, '?status=waiting')
  const { id = '', documentId = '' } = review ?? {}
  const day = await today()
  const nextOn = addDays(day, 30)
  const said = { outcome: 'instructions', note: 'She wants us to keep it', day, nextOn }
  expect(refusal(await decide(owner, id, { ...said, nextOn: day }))).toEqual([400, 'review-next-past'])
  expect(refusal(await decide(owner, id, { ...said, day: nextOn }))).toEqual([400, 'review-day-future'])
  expect(refusal(await decide(owner, id, { ...said, note: '' }))).toEqual([400, 'invalid-input'])
  expect(refusal(await decide(owner, id, { ...said, day: null }))).toEqual([400, 'invalid-input'])
  const answer = await decide(owner, id, said)
  expect(answer.json().review.decided).toMatchObject({ ...said, by: 'Olive Owner' })
  expect(refusal(await decide(admin, id, said))).toEqual([409, 'review-over'])
  expect((await app.call(owner, 'GET', `/api/documents/${documentId}/content`)).statusCode).toBe(200)
  const history = await app.call(owner, 'GET', `/api/documents/${documentId}/history`)
  expect(history.body).toContain('She wants us to keep it')
  await set({})
  await beginReviews(app.services)
  expect(await listed(owner, '?status=waiting')).toEqual([])
  app.shift(31 * dayMs)
  await beginReviews(app.services)
  expect((await listed(owner, '?status=waiting')).map(({ dueOn }) => dueOn)).toEqual([nextOn])
  const [next] = await listed(owner, '?status=waiting')
  const tried = { outcome: 'efforts', note: 'Two letters', day, nextOn: addDays(day, 90) }
  expect((await decide(admin, next?.id ?? '', tried)).statusCode).toBe(200)
  expect((await listed(owner, '?status=decided')).map(({ decided }) => decided?.outcome)).toEqual([
    'instructions',
    'efforts',
  ])
})

test('a deleted document has no review, and one that was restored has it again', async () => {
  const { id } = await upload(app, owner, { type: 'other' })
  await age(id, 3)
  await set({ other: 2 })
  await app.call(owner, 'DELETE', `/api/documents/${id}`)
  await beginReviews(app.services)
  expect(await listed(owner, `?document=${id}`)).toEqual([])
  await app.call(owner, 'POST', `/api/documents/${id}/restore`)
  await beginReviews(app.services)
  expect(await listed(owner, `?document=${id}`)).toHaveLength(1)
})

test('the years are those of the group of the kind, or of the type where no kind is said', async () => {
  const mine = await app.person('trustee')
  const papers: [string, Record<string, string>][] = [
    ['Codicil', { kind: 'codicil' }],
    ['Power', { kind: 'power_of_attorney' }],
    ['Variation', { kind: 'variation' }],
    ['Minutes', { kind: 'minutes' }],
    ['Probate', { kind: 'probate' }],
    ['Deed by type', { type: 'trust_deed' }],
    ['Paper by type', { type: 'other' }],
  ]
  for (const [title, said] of papers) await age((await upload(app, mine, { title, ...said })).id, 6)
  const due = async () => (await listed(mine)).map(({ documentTitle }) => documentTitle).sort()
  await set({ wills: 5, powers: 7, records: 6 })
  await beginReviews(app.services)
  expect(await due()).toEqual(['Codicil', 'Minutes'])
  await set({ deeds: 6 })
  await beginReviews(app.services)
  expect(await due()).toEqual(['Codicil', 'Deed by type', 'Minutes', 'Variation'])
  await set({ other: 1, powers: 6 })
  await beginReviews(app.services)
  expect(await due()).toEqual(papers.map(([title]) => title).sort())
})

// The last one: everybody is signed out by the years that pass.
test('no period removes a document of any kind: after thirty years and every job it opens, and has a review', async () => {
  const mine = await app.person('trustee')
  const kinds = Object.keys(documentKinds)
  const expiryDate = addDays(await today(), 1)
  const ids: string[] = []
  for (const kind of kinds) ids.push((await upload(app, mine, { title: kind, kind, expiryDate })).id)
  // One that somebody deleted shows that the jobs ran.
  const deleted = await upload(app, mine, { kind: 'will' })
  await app.call(mine, 'DELETE', `/api/documents/${deleted.id}`)
  await set(Object.fromEntries(Object.keys(none).map((group) => [group, 1])))
  app.shift(30 * 366 * dayMs)
  const { contexts, jobs, database } = app.services
  // Reading words takes long, and removes nothing.
  for (const { name, cron } of jobs.defined())
    if (cron && name !== 'index-documents') await contexts.work(({ tx }) => jobs.send(tx, name, {}))
  await jobs.runDue()
  const again = await app.signIn(mine.id, mine.email)
  for (const [at, id] of ids.entries()) {
    const read = await app.call(again, 'GET', `/api/documents/${id}/content`)
    expect(read.statusCode, kinds[at]).toBe(200)
  }
  const due = await listed(again, '?status=waiting&limit=100')
  expect(due.map(({ documentId }) => documentId)).toEqual(expect.arrayContaining(ids))
  const { rows } = await database.query('select wrapped_key from documents where id = $1', [deleted.id])
  expect(rows).toEqual([{ wrapped_key: null }])
})
