import { minuteMs } from '@deedbox/contract/durations.ts'
import { jobLabels } from '@deedbox/contract/job-labels.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { masterKeys } from '../../db/tables/keys.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { version } from '../../platform/version.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { listJobs } from './jobs.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp({}, { measureRoom: () => 5_000_000_000 })
  admin = await app.person('admin')
})
afterAll(() => app.stop())

const system = async () => (await app.call(admin, 'GET', '/api/system')).json()

test('the figures are those of this deployment', async () => {
  const { services } = app
  const before = await system()
  expect(before).toMatchObject({
    version,
    database: { kind: services.database.kind === 'pglite' ? 'embedded' : 'postgres', auditTrail: 'owner' },
    storage: { kind: 'folder', place: services.storage.describe(), documents: 0, bytes: 0 },
    freeBytes: 5_000_000_000,
    mail: { kind: 'mailbox', waiting: 0, failed: 0, oldestWaitingAt: null },
    settings: { signUp: 'open', maintenance: null },
  })
  expect(before.database.version).toMatch(/^\d+/)
  expect(before.database.bytes).toBeGreaterThan(1_000_000)
  expect(Date.parse(before.startedAt)).toBeLessThan(Date.parse(before.now))

  const trustee = await app.person('trustee')
  const kept = await upload(app, trustee)
  const gone = await upload(app, trustee)
  const [stored] = await services.database.db.select().from(documents).where(eq(documents.id, kept.id))
  expect((await system()).storage).toMatchObject({ documents: 2, bytes: 2 * (stored?.fileSize ?? 0) })
  await app.call(trustee, 'DELETE', `/api/documents/${gone.id}`)
  expect((await system()).storage).toMatchObject({ documents: 1, bytes: stored?.fileSize })
})

test('mail is counted by what became of it', async () => {
  const at = (ago: number) => new Date(Date.now() - ago)
  const mails = [
    { status: 'waiting' as const, createdAt: at(minuteMs) },
    { status: 'waiting' as const, createdAt: at(9 * minuteMs) },
    { status: 'failed' as const, createdAt: at(20 * minuteMs) },
    { status: 'sent' as const, createdAt: at(30 * minuteMs) },
  ]
  await app.services.database.db
    .insert(mailMessages)
    .values(mails.map((mail) => ({ kind: 'document_shared', recipient: 'a@example.com', data: {}, ...mail })))
  expect((await system()).mail).toMatchObject({
    waiting: 2,
    failed: 1,
    oldestWaitingAt: mails[1]?.createdAt.toISOString(),
  })
})

test('who made a request within five minutes is online, once however many sessions', async () => {
  app.shift(20 * minuteMs)
  expect((await system()).online).toEqual({ people: 1, sessions: 1, minutes: 5 })
  const guest = await app.person('guest')
  const again = await app.signIn(guest.id, guest.email)
  for (const person of [guest, again]) await app.call(person, 'GET', '/api/documents')
  expect((await system()).online).toEqual({ people: 2, sessions: 3, minutes: 5 })
  // The notes are stored, as another server would read them.
  await app.services.presence.flush()
  expect(app.services.presence.notedSince(new Date(0))).toEqual([])
  expect((await system()).online).toEqual({ people: 2, sessions: 3, minutes: 5 })
  await app.call(again, 'DELETE', '/api/session')
  expect((await system()).online).toMatchObject({ people: 2, sessions: 2 })
  await app.services.presence.flush()
  app.shift(6 * minuteMs)
  expect((await system()).online).toEqual({ people: 1, sessions: 1, minutes: 5 })
  const [seen] = await app.services.database.db.select().from(sessions).where(eq(sessions.userId, guest.id))
  expect(seen?.seenAt).toBeInstanceOf(Date)
})

test('every job says in words what it does, and no words are left of one that is gone', async () => {
  const { jobs } = await system()
  const names: string[] = jobs.map(({ name }: { name: string }) => name)
  expect(names.toSorted()).toEqual(Object.keys(jobLabels).toSorted())
})

test('every job says when it ran, when it runs next, and why it failed last', async () => {
  const { services } = app
  const { jobs } = services
  const jobOf = async (name: string) =>
    (await system()).jobs.find((one: { name: string }) => one.name === name)
  expect(await jobOf('sweep-content')).toMatchObject({ cron: '37 * * * *', lastRun: null, lastError: null })
  /** Sends the job, and returns how many wait: counted before the commit, after which it is started at once. */
  const send = () =>
    services.contexts.work(async (ctx) => {
      await jobs.send(ctx.tx, 'sweep-content', {})
      return (await listJobs(ctx, jobs)).find(({ name }) => name === 'sweep-content')?.waiting
    })

  const { list } = services.storage
  services.storage.list = () => {
    throw new Error('the disk is on fire')
  }
  expect(await send()).toBe(1)
  await jobs.runDue('sweep-content')
  services.storage.list = list
  const failed = await jobOf('sweep-content')
  expect(failed.lastError).toMatchObject({ message: 'the disk is on fire', over: false })
  expect(failed.lastRun.at).toBe(failed.lastError.at)

  await send()
  await jobs.runDue('sweep-content')
  const mended = await jobOf('sweep-content')
  expect(mended.lastError).toEqual({ ...failed.lastError, over: true })
  expect(mended.lastRun.at > failed.lastRun.at).toBe(true)
  const ahead = Date.parse(mended.nextRunAt) - Date.parse((await system()).now)
  expect(ahead).toBeGreaterThan(0)
  expect(ahead).toBeLessThanOrEqual(60 * minuteMs)
})

test('the master key is named by its fingerprint, with its age', async () => {
  const { keyring, database } = app.services
  const { masterKey } = await system()
  expect(masterKey).toMatchObject({ id: keyring.currentId, older: 0 })
  const [row] = await database.db.select().from(masterKeys)
  expect(masterKey.firstSeenAt).toBe(row?.firstSeenAt?.toISOString())
  const secret = keyring.masterKeys.get(keyring.currentId)?.export() as Buffer
  const answer = (await app.call(admin, 'GET', '/api/system')).body
  expect(answer).not.toContain(secret.toString('base64'))
  expect(answer).not.toContain(secret.toString('hex'))
})

test('without a token in the configuration there are no metrics', async () => {
  const headers = { authorization: 'Bearer undefined' }
  expect(refusal(await app.call(null, 'GET', '/metrics', undefined, { headers }))).toEqual([404, 'not-found'])
})

test('only administrators see it', async () => {
  for (const role of ['trustee', 'b2b_admin', 'requestor', 'guest'])
    expect(refusal(await app.call(await app.person(role), 'GET', '/api/system'))).toEqual([
      403,
      'not-allowed',
    ])
})
