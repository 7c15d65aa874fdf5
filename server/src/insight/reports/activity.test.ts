import { auditEvents as labels, shareActivityEvents } from '@deedbox/contract/audit-events.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { listActivity } from '@deedbox/contract/reports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { fill } from './sample.testing.ts'

let app: TestApp
let admin: Person
let trustee: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
  trustee = await app.person('trustee')
  await fill(app, trustee, 60, new Date('2026-03-01T00:00:00Z'))
})
afterAll(() => app.stop())

type Page = SchemaOutput<typeof listActivity.response>
const get = (as: Person, query: Record<string, string> = {}) =>
  app.call(as, 'GET', `/api/audit?${new URLSearchParams(query)}`)
const list = async (as: Person, query = {}) => (await get(as, query)).json<Page>()

test('the first eight, then more: every share activity once, newest first', async () => {
  const first = await list(trustee)
  expect(first.entries).toHaveLength(8)
  const { rows } = await app.services.database.query<{ id: number }>(
    'select id from share_activity order by shared_at desc, id desc',
  )
  expect(first.total).toBe(rows.length)
  const walked: Page['entries'] = []
  let cursor: string | null = null
  do {
    const page: Page = await list(admin, { limit: '7', ...(cursor && { cursor }) })
    expect(page.total).toBe(rows.length)
    walked.push(...page.entries)
    cursor = page.nextCursor
  } while (cursor)
  expect(walked.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect(walked.slice(0, 8)).toEqual(first.entries)
  for (const { event, label, documentTitle } of walked) {
    expect(shareActivityEvents).toContain(event)
    expect(label).toBe(labels[event as keyof typeof labels].label)
    expect(documentTitle).not.toBeNull()
  }
})

test('only people who handle documents see it, and only for those documents', async () => {
  const newcomer = await app.person('trustee', { confirmedAt: null })
  expect(await list(newcomer)).toEqual({
    entries: [],
    total: 0,
    totalIsMore: false,
    nextCursor: null,
  })
  const { id } = await upload(app, newcomer, { title: 'Mine' })
  expect(await list(newcomer)).toMatchObject({
    total: 1,
    entries: [
      { event: 'document_uploaded', documentId: id, documentTitle: 'Mine', actorEmail: newcomer.email },
    ],
  })
  for (const role of ['requestor', 'guest', 'b2b_admin'])
    expect(refusal(await get(await app.person(role)))).toEqual([403, 'not-allowed'])
  expect(refusal(await get(admin, { cursor: 'x' }))).toEqual([400, 'invalid-input'])
})
