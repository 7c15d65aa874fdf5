import { once } from 'node:events'
import { get } from 'node:http'
import { Readable } from 'node:stream'
import { dayMs } from '@deedbox/contract/durations.ts'
import { exportTypes } from '@deedbox/contract/reports.ts'
import { parse } from 'csv-parse/sync'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { csvOf } from './csv.ts'
import { reports } from './reports.ts'
import { rowsOf } from './rows.ts'
import { fill } from './sample.testing.ts'

const zone = 'Australia/Sydney'
const rows = 2_500
let app: TestApp
let admin: Person
let trustee: Person

beforeAll(async () => {
  app = await startTestApp({ TIME_ZONE: zone }, { listen: true })
  // A fixed day, whenever the tests run.
  const start = new Date('2026-10-10T03:04:05Z')
  app.shift(start.getTime() + 60_000 - Date.now())
  admin = await app.person('admin')
  trustee = await app.person('trustee')
  // The rows are more than a batch, and across a change of daylight saving.
  await fill(app, trustee, rows, start)
})
afterAll(() => app.stop())

const ask = (as: Person | null, file: string, query = '') =>
  app.call(as, 'GET', `/api/audit/exports/${file}${query && `?${query}`}`)
const cellsOf = (text: string): string[][] =>
  parse(text, { bom: true, record_delimiter: '\r\n', relax_column_count: false })
const table = async (as: Person, file: string, query = '') => cellsOf((await ask(as, file, query)).body)

/** Reads the first cells of each row below the headings. */
const starts = async (as: Person, file: string, cells: number) =>
  (await table(as, file)).slice(1).map((row) => row.slice(0, cells))

/** Returns the expected text of a cell, computed independently of the server, which formats in SQL. */
const safe = (text: string | null) => (/^[=+\-@\t\r]/.test(text ?? '') ? `'${text}` : (text ?? ''))
const local = (instant: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    instant,
  )
const now = () => Date.now() + app.services.clock.shiftMs

test('documents-audit.csv has a row for each document, as it is in the database', async () => {
  const answer = await ask(admin, 'documents-audit.csv')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="documents-audit.csv"',
    'cache-control': 'no-store',
  })
  expect(
    answer.body.startsWith(
      '\ufeffTitle,Type,Status,Upload Date,Expiry Date,File Size,Kind,Reference,Date of Execution,Place of Execution,Manner of Signing,Version Of\r\n',
    ),
  ).toBe(true)
  const stored = await app.services.database.db
    .select()
    .from(documents)
    .orderBy(desc(documents.createdAt), desc(documents.id))
  expect(stored).toHaveLength(rows)
  expect(cellsOf(answer.body).slice(1)).toEqual(
    stored.map((row) => [
      safe(row.title),
      row.type,
      row.status,
      local(row.createdAt),
      row.expiryDate ?? 'No expiry',
      `${(row.fileSize / 1_048_576).toFixed(2)} MB`,
      row.kind ?? '',
      safe(row.reference),
      row.executedOn ?? '',
      row.executedIn ?? '',
      row.signedHow ?? '',
      '',
    ]),
  )
})

test('access-audit.csv has a row for each grant, with the status that it has now', async () => {
  const [head, ...cells] = await table(trustee, 'access-audit.csv')
  expect(head).toEqual([
    'User Name',
    'User Email',
    'Document ID',
    'Granted Date',
    'Expiry Date',
    'Status',
    'Granted By',
  ])
  const stored = await app.services.database.db
    .select()
    .from(documentAccess)
    .orderBy(desc(documentAccess.grantedAt), desc(documentAccess.id))
  const over = (end: Date | null) => end !== null && end.getTime() <= now()
  const status = ({ status, expiresAt, autoRevokeDate }: (typeof stored)[number]) => {
    if (status !== 'active' || !(over(expiresAt) || over(autoRevokeDate))) return status
    return autoRevokeDate && (!expiresAt || autoRevokeDate < expiresAt) ? 'revoked' : 'expired'
  }
  expect(stored).toHaveLength(rows)
  expect(cells).toEqual(
    stored.map((row) => [
      safe(row.userName),
      row.userEmail,
      row.documentId,
      local(row.grantedAt),
      row.expiresAt ? local(row.expiresAt) : 'No expiry',
      status(row),
      safe(row.grantedByName),
    ]),
  )
  expect(new Set(cells.map((row) => row[5]))).toEqual(new Set(['active', 'expired', 'revoked']))
})

test('activity-audit.csv has a row for each share activity, and no other event', async () => {
  const [head, ...cells] = await table(admin, 'activity-audit.csv')
  expect(head).toEqual(['Document ID', 'Shared With', 'Shared By', 'Shared Date', 'Action', 'Notes'])
  const { rows: stored } = await app.services.database.query<Record<string, never>>(
    'select document_id, shared_with, shared_by, shared_at, action, notes from share_activity order by shared_at desc, id desc',
  )
  expect(stored.length).toBeGreaterThan(1_800)
  expect(cells).toEqual(
    stored.map((row) => [
      row.document_id,
      row.shared_with ?? '',
      row.shared_by,
      local(row.shared_at ?? new Date(Number.NaN)),
      row.action,
      safe(row.notes ?? null),
    ]),
  )
})

test('a period is days in the deployment’s time zone, both included, across a change of daylight saving', async () => {
  // Daylight saving began on 4 October 2026: that day had 23 hours, from 14:00 UTC the day before.
  for (const type of exportTypes) {
    const file = `${type}-audit.csv`
    // The time is the first column of the readings, and the fourth of the others.
    const column = type === 'readings' ? 0 : 3
    const one = (await table(admin, file, 'from=2026-10-04&to=2026-10-04')).slice(1)
    expect(new Set(one.map((row) => row[column]?.slice(0, 10)))).toEqual(new Set(['2026-10-04']))
    const whole = (await table(admin, file)).slice(1)
    const days = (from: string, to: string) =>
      whole.filter((row) => (row[column] ?? '') >= from && (row[column] ?? '').slice(0, 10) <= to)
    expect(one).toEqual(days('2026-10-04', '2026-10-04'))
    expect((await table(admin, file, 'from=2026-10-03')).slice(1)).toEqual(days('2026-10-03', '9999'))
    expect((await table(admin, file, 'to=2026-09-30')).slice(1)).toEqual(days('0', '2026-09-30'))
    expect((await table(admin, file, 'to=1990-01-01')).slice(1)).toEqual([])
  }
  const wrong = ['from=2026-10-04&to=2026-10-03', 'from=yesterday', 'to=2027-02-29']
  for (const query of wrong)
    expect(refusal(await ask(admin, 'access-audit.csv', query))).toEqual([400, 'invalid-input'])
  expect(refusal(await ask(admin, 'users-audit.csv'))).toEqual([400, 'invalid-input'])
})

test('a report has only what its maker may see: for an unconfirmed trustee their own documents', async () => {
  const newcomer = await app.person('trustee', { confirmedAt: null })
  for (const type of exportTypes) expect(await table(newcomer, `${type}-audit.csv`)).toHaveLength(1)
  const { id } = await upload(app, newcomer, { title: 'Mine' })
  const guest = await app.person('guest')
  await app.call(newcomer, 'POST', `/api/documents/${id}/access`, { email: guest.email })
  expect(await starts(newcomer, 'documents-audit.csv', 2)).toEqual([['Mine', 'other']])
  expect(await starts(newcomer, 'access-audit.csv', 3)).toEqual([['Test guest', guest.email, id]])
  const activity = (await table(newcomer, 'activity-audit.csv')).slice(1)
  expect(activity.map((row) => row[4])).toEqual(['access_granted', 'document_uploaded'])
  for (const role of ['requestor', 'guest', 'b2b_admin'])
    expect(refusal(await ask(await app.person(role), 'access-audit.csv'))).toEqual([403, 'not-allowed'])

  // Grants and events stay on record after the document is deleted; the document itself is no longer listed.
  await app.call(newcomer, 'DELETE', `/api/documents/${id}`)
  app.shift(40 * dayMs)
  await app.services.jobs.runDue('remove-deleted-content')
  expect(await table(newcomer, 'documents-audit.csv')).toHaveLength(1)
  expect(await starts(newcomer, 'access-audit.csv', 3)).toEqual([['Test guest', guest.email, id]])
  expect((await table(newcomer, 'activity-audit.csv')).slice(1)).toHaveLength(3)
  app.shift(-40 * dayMs)
})

test('a report is audited before its first byte, and a refused one is not', async () => {
  const exported = and(eq(auditEvents.event, 'audit_exported'), eq(auditEvents.actorId, trustee.id))
  const last = async () =>
    (
      await app.services.database.db.select().from(auditEvents).where(exported).orderBy(desc(auditEvents.id))
    )[0]
  const before = await app.services.database.db.$count(auditEvents, exported)
  await ask(trustee, 'access-audit.csv', 'from=2026-10-04&to=2026-10-03')
  expect(await app.services.database.db.$count(auditEvents, exported)).toBe(before)

  const answer = get(`${app.address}/api/audit/exports/documents-audit.csv?from=2026-01-01`, {
    headers: { cookie: trustee.cookie },
  })
  const [response] = await once(answer, 'response')
  expect(await last()).toMatchObject({ details: { file: 'documents-audit.csv', from: '2026-01-01' } })
  response.resume()
  await once(response, 'end')
})

test('rows are read only as fast as the client takes them, and no longer once it disconnects', async () => {
  const { database } = app.services
  const query = vi.fn(database.query) as typeof database.query
  const actor = { ...admin, role: 'admin', confirmed: true, permissions: ['canManageDocuments'] }
  const report = reports.documents({ actor: actor as never, now: new Date(now()), timeZone: zone })
  const csv = csvOf(report, rowsOf({ query }, report, { from: null, before: new Date(now()) }, 100))
  await csv.next()
  expect(query).toHaveBeenCalledTimes(0)
  for (let n = 1; n <= 3; n++) {
    await csv.next()
    expect(query).toHaveBeenCalledTimes(n)
  }
  const stream = Readable.from(csv)
  stream.destroy()
  await once(stream, 'close')
  expect(await csv.next()).toEqual({ done: true, value: undefined })
  expect(query).toHaveBeenCalledTimes(3)
})

test('the report of documents names the version before, of those that are there', async () => {
  const [draft, second, signed] = [
    await upload(app, trustee, { title: '=Draft of a will' }, Buffer.from('Draft')),
    await upload(app, trustee, { title: 'Second draft of a will' }, Buffer.from('Second draft')),
    await upload(app, trustee, { title: 'Signed will' }, Buffer.from('Signed')),
  ]
  const follow = (documentId: string, versionOf: string) =>
    app.call(trustee, 'POST', '/api/document-versions', { documentId, versionOf })
  await follow(second.id, draft.id)
  await follow(signed.id, second.id)
  const earlier = async (title: string) =>
    (await table(trustee, 'documents-audit.csv')).find(([cell]) => cell === title)?.at(-1)
  expect(await earlier("'=Draft of a will")).toBe('')
  expect(await earlier('Second draft of a will')).toBe("'=Draft of a will")
  expect(await earlier('Signed will')).toBe('Second draft of a will')
  await app.call(trustee, 'DELETE', `/api/documents/${second.id}`)
  expect(await earlier('Signed will')).toBe("'=Draft of a will")
})

test('a connection that breaks ends its report', async () => {
  // The rows are more than the buffers of a connection hold.
  await app.services.database.exec(
    `insert into audit_events (at, event, document_id, notes)
     select '2026-01-01', 'revoked', (select id from documents limit 1), repeat('x', 500) from generate_series(1, 40000)`,
  )
  const from = vi.spyOn(Readable, 'from')
  const request = get(`${app.address}/api/audit/exports/activity-audit.csv`, {
    headers: { cookie: admin.cookie },
  })
  request.on('error', () => undefined)
  const [response] = await once(request, 'response')
  const made = from.mock.results.map(({ value }) => value as Readable)
  from.mockRestore()
  expect(made).toHaveLength(1)
  expect(made[0]?.readableEnded).toBe(false)
  response.destroy()
  if (!made[0]?.destroyed) await once(made[0] as Readable, 'close')
  expect(made[0]?.readableEnded).toBe(false)
})
