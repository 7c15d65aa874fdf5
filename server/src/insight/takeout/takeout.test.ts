import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dayOf } from '@deedbox/contract/dates.ts'
import { hourMs } from '@deedbox/contract/durations.ts'
import type { TakeOut } from '@deedbox/contract/take-outs.ts'
import { parse } from 'csv-parse/sync'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { organizations, sessions } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { takeOuts } from '../../db/tables/take-outs.ts'
import { events, refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
/** Time zone in which it is another day than in UTC. */
const timeZone = new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'

beforeAll(async () => {
  app = await startTestApp({ MAX_UPLOAD_BYTES: '70000000', TIME_ZONE: timeZone }, { listen: true })
})
afterAll(() => app.stop())

const base = '/api/take-outs'
const start = (as: Person | null, body: object = { organizationId: null }) => app.call(as, 'POST', base, body)
const started = async (as: Person, body?: object) => {
  const answer = await start(as, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ takeOut: TakeOut }>().takeOut
}
const fetchZip = (as: Person | null, id: string) => app.call(as, 'GET', `${base}/${id}/content`)
const look = async (as: Person, id: string) =>
  (await app.call(as, 'GET', `${base}/${id}`)).json<{ takeOut: TakeOut }>().takeOut
const ended = (as: Person, id: string, state: TakeOut['state']) =>
  expect.poll(async () => (await look(as, id)).state).toBe(state)

const text = (bytes: number) => Buffer.from(randomBytes((bytes * 3) / 4).toString('base64'))

/** Reads the entries of a ZIP by name, as another program reads them, with their checksums. */
async function entriesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>()
  const file = await yauzl.fromBufferPromise(zip)
  for await (const entry of file.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    entries.set(entry.fileName, Buffer.concat(chunks))
  }
  return entries
}
const table = (content: Buffer | undefined) =>
  parse(content ?? '', { bom: true, columns: true }) as Record<string, string>[]

async function damage(id: string, how: 'remove' | 'flip'): Promise<void> {
  const [row] = await app.services.database.db.select().from(documents).where(eq(documents.id, id))
  const path = join(app.dataDir, 'documents', row?.filePath ?? '')
  if (how === 'remove') return rm(path)
  const bytes = await readFile(path)
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1
  return writeFile(path, bytes)
}

test('an owner takes out all documents byte for byte, with their history and who has access', async () => {
  const owner = await app.person('trustee', { name: 'Olive Owner' })
  const guest = await app.person('guest')
  const [small, large] = [Buffer.from('I leave the piano.'), text(3_000_000)]
  const will = await upload(app, owner, { title: 'Will: ‘Zoë’' }, small)
  const same = await upload(app, owner, { title: 'WILL  ‘Zoë’', clientName: '=1+1' }, large)
  const deleted = await upload(app, owner, { title: 'Deleted' })
  await app.call(owner, 'DELETE', `/api/documents/${deleted.id}`)
  await upload(app, await app.person('trustee'), { title: 'Somebody else’s' })
  await app.call(owner, 'POST', `/api/documents/${will.id}/access`, { email: guest.email })
  await app.call(owner, 'POST', '/api/document-versions', { documentId: same.id, versionOf: will.id })

  const before = (await app.call(owner, 'GET', base)).json()
  expect(before).toEqual({ documents: 2, bytes: small.length + large.length, last: null })
  const { id, startedAt } = await started(owner)
  const answer = await fetchZip(owner, id)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' })
  expect(answer.headers['content-disposition']).toContain(
    `deedbox Olive Owner ${dayOf(startedAt, timeZone)}.zip`,
  )
  const entries = await entriesOf(answer.rawPayload)
  const [first, second] = ['documents/Will ‘Zoë’.txt', 'documents/WILL ‘Zoë’ (2).txt']
  const tables = [
    'documents.csv',
    'history.csv',
    'grants.csv',
    'reviews.csv',
    'signatories.csv',
    'links.csv',
    'versions.csv',
    'dates.csv',
    'README.txt',
  ]
  expect([...entries.keys()]).toEqual([first, second, ...tables])
  expect(entries.get(first)?.equals(small)).toBe(true)
  expect(entries.get(second)?.equals(large)).toBe(true)

  const list = table(entries.get('documents.csv'))
  expect(list.map(({ File }) => File)).toEqual([first, second])
  expect(list[1]).toMatchObject({
    Client: "'=1+1",
    Bytes: String(large.length),
    'SHA-256': createHash('sha256').update(large).digest('hex'),
    'Document ID': same.id,
  })
  const history = table(entries.get('history.csv'))
  const ofWill = history.filter((row) => row['Document ID'] === will.id)
  expect(ofWill.map(({ What }) => What)).toEqual(['Document uploaded', 'Access granted', 'Version added'])
  expect(ofWill[1]).toMatchObject({ Who: 'Olive Owner', About: guest.email })
  expect(table(entries.get('grants.csv'))).toMatchObject([{ Email: guest.email, Status: 'active' }])
  expect(table(entries.get('versions.csv'))).toMatchObject([
    { 'Document ID': will.id, Version: '1', Of: '2', 'SHA-256': will.sha256 },
    { 'Document ID': same.id, Version: '2', Of: '2', 'Earlier Document ID': will.id },
  ])
  const words = entries.get('README.txt')?.toString()
  expect(words).toContain('2 documents')
  expect(words).toContain('Nothing is missing.')

  for (const document of [will, same]) expect(await events(app, document.id)).toContain('document_downloaded')
  expect(await events(app, deleted.id)).not.toContain('document_downloaded')
  const trail = await app.services.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actorId, owner.id))
    .orderBy(asc(auditEvents.id))
  const mine = trail.filter(({ details }) => details?.takeOutId === id)
  expect(mine.map(({ event }) => event)).toEqual([
    'take_out_started',
    'document_downloaded',
    'document_downloaded',
  ])
  await ended(owner, id, 'done')
  expect(await look(owner, id)).toMatchObject({ documentsDone: 2, bytesDone: small.length + large.length })
  // The ZIP is sent once only.
  expect(refusal(await fetchZip(owner, id))).toEqual([409, 'take-out-over'])
})

test('a damaged document does not spoil the rest, and the person is told', async () => {
  const owner = await app.person('requestor')
  const [lost, bad, good] = [
    await upload(app, owner, { title: 'Lost' }),
    // The document is larger than what is read into memory, and damaged near its end.
    await upload(app, owner, { title: 'Bad' }, text(2_000_000)),
    await upload(app, owner, { title: 'Good' }),
  ]
  await damage(lost.id, 'remove')
  await damage(bad.id, 'flip')
  const { id } = await started(owner)
  const entries = await entriesOf((await fetchZip(owner, id)).rawPayload)
  expect([...entries.keys()].filter((name) => name.startsWith('documents/'))).toEqual(['documents/Good.txt'])
  expect(table(entries.get('documents.csv')).map(({ File }) => File?.slice(0, 9))).toEqual([
    'MISSING: ',
    'MISSING: ',
    'documents',
  ])
  expect(entries.get('README.txt')?.toString()).toMatch(/MISSING: 2 documents\s+- Lost: .*damaged/)
  await ended(owner, id, 'done')
  const missing = [
    { title: 'Lost', why: 'damaged' },
    { title: 'Bad', why: 'damaged' },
  ]
  expect((await look(owner, id)).missing).toEqual(missing)
  expect((await app.call(owner, 'GET', base)).json().last.missing).toEqual(missing)
  expect(await events(app, bad.id)).toContain('document_damaged')
  expect(await events(app, good.id)).not.toContain('document_damaged')
  // A requestor sees what happened to their documents, but not the table of access.
  expect(table(entries.get('history.csv')).length).toBeGreaterThan(2)
  expect(table(entries.get('grants.csv'))).toEqual([])
})

test('an organisation’s documents: for its Org Admin and administrators, and no history they may not see', async () => {
  const [row] = await app.services.database.db
    .insert(organizations)
    .values({ name: 'Harbour Legal', createdAt: new Date(), updatedAt: new Date() })
    .returning()
  const organizationId = row?.id ?? ''
  const head = await app.person('b2b_admin', { organizationId })
  const member = await app.person('requestor', { organizationId })
  await upload(app, member, { title: 'Of a member' })
  const [keeper, admin] = [await app.person('trustee'), await app.person('admin')]
  await upload(app, keeper, { title: 'Of a stranger' })
  for (const [name, firm] of [
    ['Trust of the firm', organizationId],
    ['Of nobody', null],
  ] as const) {
    const make = async (url: string, body: object) =>
      (await app.call(keeper, 'POST', `/api/${url}`, body)).json()
    const trust = { name, kind: 'family_trust', organizationId: firm }
    const matterId = (await make('matters', trust)).matter.id
    const who = firm ? 'Olive Harrow' : 'Of nobody'
    const role = { role: 'trustee', from: {}, party: { kind: 'person', name: who } }
    const { id } = (await make(`matters/${matterId}/roles`, role)).role.party
    await make(`parties/${id}/death`, { diedOn: '2024-05-06', note: 'By telephone' })
    const check = { checkedOn: '2024-01-01', how: 'in_person', by: 'Tess', reference: `Check of ${name}` }
    await make(`parties/${id}/identity-checks`, { ...check, emails: firm ? [admin.email] : [] })
    await make(`parties/${id}/identity-checks`, { ...check, reference: 'Not for the administrator' })
    const title = firm ? 'Review of the trust' : 'Of nobody'
    await make('due-dates', { matterId, kind: 'review', title, dueOn: '2031-06-30' })
  }
  const names = async (as: Person) => {
    const { id } = await started(as, { organizationId })
    const entries = await entriesOf((await fetchZip(as, id)).rawPayload)
    expect([...entries.keys()][0]).toBe('documents/Of a member.txt')
    expect(entries.size).toBe(as === admin ? 15 : 13)
    const file = (name: string) => entries.get(`${name}.csv`)?.toString()
    expect(file('deaths')).toContain('Olive Harrow,2024-05-06')
    expect(file('deaths')?.includes('By telephone')).toBe(as === admin)
    if (as === admin) expect(file('identity-checks')).toContain('Check of Trust of the firm')
    for (const one of entries.values()) expect(one.toString()).not.toContain('Not for the administrator')
    expect(entries.get('matters.csv')?.toString()).toContain('Trust of the firm')
    expect(entries.get('parties.csv')?.toString()).toContain('Olive Harrow')
    expect(entries.get('dates.csv')?.toString()).toContain('Review of the trust')
    for (const name of ['matters', 'parties', 'dates', 'deaths'])
      expect(entries.get(`${name}.csv`)?.toString()).not.toContain('Of nobody')
    expect(entries.get('README.txt')?.toString()).toContain('of Harbour Legal')
    return table(entries.get('history.csv')).length
  }
  expect(await names(head)).toBe(0)
  expect(await names(admin)).toBeGreaterThan(0)
  const none = [404, 'organization-not-found']
  expect(refusal(await start(member, { organizationId }))).toEqual(none)
  expect(refusal(await start(await app.person('trustee', { organizationId }), { organizationId }))).toEqual(
    none,
  )
  expect(refusal(await start(await app.person('b2b_admin'), { organizationId }))).toEqual(none)
})

test('it wants a recent proof, documents, and the session that began it; one at a time, for 5 minutes', async () => {
  const owner = await app.person('trustee')
  expect(refusal(await start(owner))).toEqual([409, 'take-out-empty'])
  expect(refusal(await start(await app.person('guest')))).toEqual([403, 'not-allowed'])
  await upload(app, owner)
  const { db } = app.services.database
  const hourAgo = new Date(Date.now() - hourMs)
  const other = await app.signIn(owner.id, owner.email)
  await db.update(sessions).set({ provedAt: hourAgo }).where(eq(sessions.userId, owner.id))
  expect(refusal(await start(owner))).toEqual([403, 'proof-needed'])
  await db.update(sessions).set({ provedAt: new Date() }).where(eq(sessions.userId, owner.id))

  const { id } = await started(owner)
  expect(refusal(await fetchZip(other, id))).toEqual([409, 'take-out-over'])
  const stranger = await app.person('trustee')
  expect(refusal(await fetchZip(stranger, id))).toEqual([404, 'take-out-not-found'])
  expect(refusal(await app.call(stranger, 'DELETE', `${base}/${id}`))).toEqual([404, 'take-out-not-found'])
  await db.update(takeOuts).set({ state: 'running' }).where(eq(takeOuts.id, id))
  expect(refusal(await start(owner))).toEqual([409, 'take-out-running'])
  // The server has gone, so the take-out has failed, and another may begin.
  await db.update(takeOuts).set({ seenAt: hourAgo }).where(eq(takeOuts.id, id))
  expect((await look(owner, id)).state).toBe('failed')
  const next = await started(owner)
  await db.update(takeOuts).set({ startedAt: hourAgo }).where(eq(takeOuts.id, next.id))
  expect((await look(owner, next.id)).state).toBe('stopped')
  expect(refusal(await fetchZip(owner, next.id))).toEqual([409, 'take-out-over'])
})

/** Content larger than the buffers of a connection, which take up to 36 MB on Linux. */
const large = Buffer.alloc(60_000_000, 'The residue of my estate. ')

/** Begins a take-out of which the first bytes have come and the rest is not read yet. */
function beginReading(as: Person, id: string): Promise<IncomingMessage> {
  const { port } = new URL(app.address)
  return new Promise((resolve, reject) => {
    const path = `${base}/${id}/content`
    get({ host: '127.0.0.1', port, path, headers: { cookie: as.cookie } }, (response) => {
      response.once('data', () => {
        response.pause()
        resolve(response)
      })
    }).on('error', reject)
  })
}
const connections = () => promisify(app.app.server.getConnections.bind(app.app.server))()
function finish(response: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    response.on('error', () => undefined)
    response.on('close', () => resolve(response.complete))
    response.resume()
  })
}

test('cut off in the middle: cancelled, signed out, deactivated', async () => {
  const admin = await app.person('admin')
  const owner = await app.person('trustee')
  await upload(app, owner, { title: 'Large' }, large)
  await upload(app, owner, { title: 'After it' })
  const { query } = app.services.database
  const stops = async () =>
    (await query<{ n: number }>("select count(*)::int n from audit_events where event = 'take_out_stopped'"))
      .rows[0]?.n ?? 0
  const ways: [string, (as: Person, id: string) => Promise<unknown>, state: TakeOut['state'], number][] = [
    ['cancelled', (as, id) => app.call(as, 'DELETE', `${base}/${id}`), 'cancelled', 0],
    [
      'signed out on another server',
      (as) => query('delete from sessions where user_id = $1', [as.id]),
      'stopped',
      1,
    ],
    [
      'deactivated',
      async (as) => app.call(admin, 'POST', `/api/users/${as.id}/deactivate`, {}),
      'stopped',
      1,
    ],
  ]
  for (const [way, end, state, audited] of ways) {
    const as = await app.signIn(owner.id, owner.email)
    const before = await stops()
    const { id } = await started(as)
    const response = await beginReading(as, id)
    await end(as, id)
    // The server looks once a second whether it may go on, in which time the rest could be read.
    await expect.poll(connections, { message: way }).toBe(0)
    expect(await finish(response), way).toBe(false)
    const stored = async () =>
      (await app.services.database.db.select().from(takeOuts).where(eq(takeOuts.id, id)))[0]?.state
    await expect.poll(stored).toBe(state)
    // The download is cut off before its end is audited.
    await expect.poll(stops, { message: way }).toBe(before + audited)
  }
})
