import type { EventRow, listEvents } from '@deedbox/contract/audit-trail.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
})
afterAll(() => app.stop())

type Page = SchemaOutput<typeof listEvents.response>
const get = (as: Person, query: Record<string, string> = {}) =>
  app.call(as, 'GET', `/api/audit/events?${new URLSearchParams(query)}`)
const list = async (as: Person, query = {}) => (await get(as, { limit: '100', ...query })).json<Page>().events
const told = ({ event, subjectEmail, notes }: EventRow) => [event, subjectEmail, notes]

test('an administrator sees what was set, invited, exported and signed in to, in words', async () => {
  const other = await app.person('admin')
  const was = (await app.call(other, 'GET', '/api/settings')).json().values
  await app.call(other, 'PUT', '/api/settings', {
    was: { sessionDays: was.sessionDays },
    changes: { sessionDays: 21 },
  })
  await app.call(other, 'GET', '/api/users/export?role=guest')
  const events = await list(admin, { by: other.email })
  expect(events.map(told)).toEqual([
    ['people_exported', null, 'role guest'],
    ['setting_changed', null, `Sign in again after (days) from ${was.sessionDays} to 21`],
  ])
  expect(events.every(({ address }) => address === '127.0.0.1')).toBe(true)
})

test('everybody sees what concerns them, and nothing else', async () => {
  const organizationId = crypto.randomUUID()
  const { db } = app.services.database
  await db.insert(organizations).values({ id: organizationId, name: 'Harbour Legal', createdAt: new Date() })
  const trustee = await app.person('trustee')
  const waiting = await app.person('trustee')
  await db.update(profiles).set({ confirmedAt: null }).where(eq(profiles.id, waiting.id))
  const org = await app.person('b2b_admin', { organizationId })
  const member = await app.person('requestor', { organizationId })
  const stranger = await app.person('requestor')
  const guest = await app.person('guest')
  const deed = await upload(app, trustee, { title: 'Deed' })
  const theirs = await upload(app, member, { title: 'Of the firm' })
  const own = await upload(app, waiting, { title: 'Of the newcomer' })
  const share = (as: Person, id: string, email: string) =>
    app.call(as, 'POST', `/api/documents/${id}/access`, {
      email,
      accessLevel: 'download',
      expiresOn: '2031-01-01',
    })
  expect((await share(trustee, deed.id, guest.email)).statusCode).toBe(201)
  await share(trustee, theirs.id, guest.email)
  for (const { id } of [deed, theirs]) await app.call(guest, 'GET', `/api/documents/${id}/content`)
  await app.call(member, 'PUT', '/api/preferences', {
    dates: 'iso',
    theme: null,
    mails: {},
    turned: [],
    firstSteps: true,
  })
  await app.call(stranger, 'POST', '/api/requests', {
    documentName: 'A will',
    clientEmail: 'c@example.com',
    clientName: 'C',
    justification: 'For the estate',
  })
  const seen = async (as: Person) =>
    (await list(as)).map(({ event, documentTitle, actorEmail }) =>
      [event, documentTitle, actorEmail === as.email ? 'self' : ''].filter(Boolean).join(' · '),
    )
  const everyReading = ['document_downloaded · Of the firm', 'document_downloaded · Deed']
  expect(await seen(trustee)).toEqual(
    expect.arrayContaining([...everyReading, 'document_uploaded · Of the newcomer']),
  )
  expect((await list(trustee)).map(({ event }) => event)).not.toContain('setting_changed')
  expect((await list(trustee)).map(({ event }) => event)).not.toContain('preferences_updated')
  expect(await seen(waiting)).toEqual(['document_uploaded · Of the newcomer · self'])
  expect((await seen(org)).toSorted()).toEqual(
    [
      'access_granted · Of the firm',
      'document_downloaded · Of the firm',
      'document_uploaded · Of the firm',
      'preferences_updated',
    ].toSorted(),
  )
  expect((await seen(member)).toSorted()).toEqual(
    [
      'access_granted · Of the firm',
      'document_downloaded · Of the firm',
      'document_uploaded · Of the firm · self',
      'preferences_updated · self',
    ].toSorted(),
  )
  expect(await seen(guest)).toEqual([
    'document_downloaded · Of the firm · self',
    'document_downloaded · Deed · self',
  ])
  // Addresses from which somebody's account was used are for administrators, also by way of the filter.
  const addresses = Object.fromEntries((await list(org)).map(({ event, address }) => [event, address]))
  expect(addresses).toMatchObject({ document_downloaded: '127.0.0.1', preferences_updated: null })
  expect((await list(org, { address: '127.0.0.1' })).map(({ event }) => event)).not.toContain(
    'preferences_updated',
  )
  expect((await list(admin, { address: '127.0.0.1', by: member.email })).map(({ event }) => event)).toContain(
    'preferences_updated',
  )
  // Things that somebody may not see are as if they were not there, whoever asks for them by name.
  expect(await list(org, { document: deed.id })).toEqual([])
  expect(await list(guest, { group: 'sharing' })).toEqual([])
  expect(await list(waiting, { by: guest.email })).toEqual([])
  expect(await list(org, { by: trustee.email, group: 'documents' })).toEqual([])

  // The readings of one person, and who read another's documents.
  const titles = async (query: Record<string, string>) =>
    (await list(admin, query)).map(({ documentTitle }) => documentTitle)
  expect(await titles({ by: guest.email, group: 'readings' })).toEqual(['Of the firm', 'Deed'])
  expect(await titles({ owner: member.email, group: 'readings' })).toEqual(['Of the firm'])
  expect(await titles({ person: guest.email, event: 'access_granted' })).toEqual(['Of the firm', 'Deed'])

  // A request matched a document by its name; who asked does not learn that there is one, whatever they filter by.
  await app.call(stranger, 'POST', '/api/requests', {
    documentName: 'Of the newcomer',
    clientEmail: 'c@example.com',
    clientName: 'C',
    justification: 'For the estate',
  })
  await app.services.database.db
    .insert(auditEvents)
    .values({ at: new Date(), event: 'access_requested', actorId: stranger.id, documentId: own.id })
  const asked = await list(stranger, { group: 'requests' })
  expect(asked.length).toBeGreaterThan(1)
  expect(asked.map(({ documentId, documentTitle }) => documentId ?? documentTitle)).toEqual(
    asked.map(() => null),
  )
  expect(await list(stranger, { document: own.id })).toEqual([])
  expect(await list(stranger, { owner: waiting.email })).toEqual([])
  const file = await app.call(stranger, 'GET', '/api/audit/events/exports/events-audit.csv')
  expect(file.body).not.toContain(own.id)
})

test('pages walk through all events once, and the days limit them', async () => {
  const whole = await list(admin)
  expect(whole.length).toBeGreaterThan(10)
  const walked: EventRow[] = []
  let cursor: string | null = null
  do {
    const page: Page = (await get(admin, { limit: '3', ...(cursor && { cursor }) })).json()
    walked.push(...page.events)
    cursor = page.nextCursor
  } while (cursor)
  expect(walked.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  const other = (await get(admin, { limit: '3', group: 'sharing' })).json<Page>().nextCursor
  if (other) expect((await get(admin, { cursor: other })).statusCode).toBe(400)
  app.shift(3 * dayMs)
  await app.call(admin, 'GET', '/api/users/export')
  const at = (await list(admin))[0]?.at ?? ''
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Australia/Sydney' }).format(new Date(at))
  expect((await list(admin, { from: day })).map(({ event }) => event)).toEqual(['people_exported'])
  expect((await list(admin, { to: day })).length).toBe(whole.length + 1)
  expect(refusal(await get(admin, { from: day, to: '2020-01-01' }))).toEqual([400, 'invalid-input'])
  app.shift(-3 * dayMs)
})

test('a page looks through a bounded number of events, says how far, and the next goes on', async () => {
  const busy = await app.person('trustee')
  const { query } = app.services.database
  const add = (event: string, minute: string, n: number) =>
    query(
      `insert into audit_events (at, event, actor_id, actor_email)
       select timestamptz '2020-01-01' + ${minute} * interval '1 minute', $1, $2, $3 from generate_series(1, $4) n`,
      [event, busy.id, busy.email, n],
    )
  await add('proof_failed', '0', 1)
  await add('signed_out', 'n', 12_000)
  const filter = { by: busy.email, event: 'proof_failed' }
  const first = (await get(admin, filter)).json<Page>()
  expect(first).toMatchObject({ events: [], nextCursor: expect.any(String), searchedTo: expect.any(String) })
  const second = (await get(admin, { ...filter, cursor: first.nextCursor ?? '' })).json<Page>()
  expect(second.events.map(({ event }) => event)).toEqual(['proof_failed'])
  expect(second).toMatchObject({ nextCursor: null, searchedTo: null })
})

test('the export has what the list has, and is recorded with its filter', async () => {
  const guest = (await list(admin, { event: 'document_downloaded' }))[0]?.actorEmail ?? ''
  const file = await app.call(
    admin,
    'GET',
    `/api/audit/events/exports/events-audit.csv?by=${guest}&group=readings`,
  )
  expect(file.headers['content-disposition']).toBe('attachment; filename="events-audit.csv"')
  const [headings, ...rows] = parse(file.body, { bom: true }) as string[][]
  expect(headings).toEqual([
    'Date',
    'Event',
    'Details',
    'Person',
    'Person Email',
    'Concerns',
    'Document',
    'Document ID',
    'Address',
  ])
  const listed = await list(admin, { by: guest, group: 'readings' })
  expect(
    rows.map(([, label, , , email, , title, id, address]) => [label, email, title, id, address]),
  ).toEqual(listed.map((row) => [row.label, row.actorEmail, row.documentTitle, row.documentId, row.address]))
  const [recorded] = await list(admin, { event: 'audit_exported' })
  expect(recorded?.notes).toBe(`“events-audit.csv”, group readings, by ${guest}`)
  const pdf = await app.call(admin, 'GET', '/api/audit/events/exports/events-audit.pdf?group=sharing')
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('the report of readings says who saw what, from where', async () => {
  const file = await app.call(admin, 'GET', '/api/audit/exports/readings-audit.csv')
  const [headings, ...rows] = parse(file.body, { bom: true }) as string[][]
  expect(headings).toEqual([
    'Date',
    'User Name',
    'User Email',
    'Document ID',
    'Document',
    'Action',
    'Details',
    'Address',
  ])
  const listed = await list(admin, { group: 'readings' })
  expect(rows.map((row) => [row[2], row[3], row[4], row[5], row[7]])).toEqual(
    listed.map((row) => [row.actorEmail, row.documentId, row.documentTitle, row.label, row.address]),
  )
  expect(listed.length).toBeGreaterThan(1)
})
