import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { getBackups } from '@deedbox/contract/backups.ts'
import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents } from '../../../db/tables/documents.ts'
import { mailMessages } from '../../../db/tables/mail.ts'
import { refusal, upload } from '../../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../../testing/app.ts'
import { newBackupKey } from '../place/keys.ts'
import { timesAround } from './schedule.ts'

const token = 'a-token-for-metrics'
let app: TestApp
let admin: Person
let folder: string
const now = () => Date.now() + app.services.clock.shiftMs

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deedbox-copies-'))
  const { publicKey } = await newBackupKey()
  app = await startTestApp({
    BACKUP_URL: pathToFileURL(folder).href,
    BACKUP_KEY: publicKey,
    METRICS_TOKEN: token,
  })
  // The time is late in the morning: whatever summer time does, a day later is the next day, and a few hours later is not.
  const times = timesAround(app.services.settings.current(), new Date())
  app.shift((times?.next.getTime() ?? 0) + 10 * hourMs - Date.now())
  admin = await app.person('admin')
  await upload(app, await app.person('trustee'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Does what the schedule does every ten minutes, or every hour. */
async function tick(name: 'back-up' | 'check-backup' = 'back-up'): Promise<void> {
  const { database, jobs } = app.services
  await database.transaction((tx) => jobs.send(tx, name, {}))
  await jobs.runDue(name)
}
type Shown = SchemaOutput<typeof getBackups.response>
const look = async () => (await app.call(admin, 'GET', '/api/backups')).json<Shown>()
const outcomes = async () => (await look()).runs.map(({ outcome }) => outcome)
const mails = async () => {
  const { db } = app.services.database
  const sent = await db.select().from(mailMessages).where(like(mailMessages.kind, 'backup%'))
  return sent.map(({ kind }) => kind).sort()
}
const health = async () => {
  const { checks } = (await app.call(admin, 'GET', '/api/system/health')).json()
  return checks.find(({ check }: { check: string }) => check === 'backup')
}
const metric = async (name: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await app.call(null, 'GET', '/metrics', undefined, { headers })
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
}

test('a due backup is made once, shown, measured, and the next one is due tomorrow', async () => {
  const before = await look()
  expect(before).toMatchObject({ place: `folder ${folder}`, key: true, runs: [], lastGood: null })
  expect(Date.parse(before.nextAt ?? '')).toBeLessThan(now())
  expect(await health()).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/No backup has been made yet/),
  })
  await tick()
  await tick()
  const after = await look()
  expect(after.runs).toMatchObject([{ outcome: 'done', documents: 1, problem: null }])
  expect(after.running).toBeNull()
  const next = Date.parse(after.nextAt ?? '')
  expect(next).toBeGreaterThan(now())
  expect(next).toBeLessThan(now() + dayMs + hourMs)
  expect((await health()).state).toBe('good')
  expect(await metric('deedbox_backup_bytes')).toBe(after.lastGood?.bytesTotal)
  app.shift(dayMs)
  expect(await metric('deedbox_backup_age_seconds')).toBeGreaterThan(86_000)
  await tick()
  expect(await outcomes()).toEqual(['done', 'done'])
})

test('an administrator has one made now, which is audited; nobody else', async () => {
  expect((await app.call(admin, 'POST', '/api/backups')).statusCode).toBe(200)
  await app.services.jobs.runDue('back-up')
  expect(await outcomes()).toEqual(['done', 'done', 'done'])
  const { rows } = await app.services.database.query<{ n: number }>(
    "select count(*)::int as n from audit_events where event = 'backup_requested' and actor_id = $1",
    [admin.id],
  )
  expect(rows[0]?.n).toBe(1)
  expect(refusal(await app.call(await app.person('trustee'), 'POST', '/api/backups'))).toEqual([
    403,
    'not-allowed',
  ])
})

test('only as many copies are kept as the settings say', async () => {
  const was = (await app.call(admin, 'GET', '/api/settings')).json().values
  const changes = { backupsKeptDaily: 1, backupsKeptWeekly: 0, backupsKeptMonthly: 0 }
  expect((await app.call(admin, 'PUT', '/api/settings', { changes, was })).statusCode).toBe(200)
  app.shift(dayMs)
  await tick()
  const files = await readdir(join(folder, 'copies'), { recursive: true })
  expect(files.filter((name) => name.endsWith('copy.json'))).toHaveLength(1)
})

test('two failures in a row are mailed once; so is that it works again', async () => {
  expect((await health()).state).toBe('good')
  await rename(folder, `${folder}-away`)
  // A disk that is away is told at once, not when the next backup fails; also where an empty folder stands for it.
  expect(await health()).toMatchObject({
    state: 'warning',
    message: expect.stringContaining(`There is no folder ${folder}`),
  })
  await mkdir(folder)
  expect(await health()).toMatchObject({ state: 'warning', message: expect.stringContaining('no copies in') })
  await rm(folder, { recursive: true })
  app.shift(dayMs)
  await tick()
  const [failed] = (await look()).runs
  expect(failed).toMatchObject({ outcome: 'failed', problem: expect.stringContaining('There is no folder') })
  await tick()
  expect((await outcomes()).slice(0, 2)).toEqual(['failed', 'done'])
  expect(await mails()).toEqual([])
  for (const _ of [1, 2, 3]) {
    app.shift(hourMs + 60_000)
    await tick()
  }
  // Three tries, then at the next time.
  expect((await outcomes()).slice(0, 4)).toEqual(['failed', 'failed', 'failed', 'done'])
  expect(await mails()).toEqual(['backups_failed'])
  app.shift(2 * dayMs)
  await tick()
  expect(await mails()).toEqual(['backups_failed'])
  expect(await health()).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/The last good backup is 3 days old/),
  })
  await rename(`${folder}-away`, folder)
  app.shift(hourMs + 60_000)
  await tick()
  expect((await outcomes())[0]).toBe('done')
  expect(await mails()).toEqual(['backups_failed', 'backups_recovered'])
})

test('a sample of the newest copy is checked once a month; damage is shown and mailed once', async () => {
  await tick('check-backup')
  expect((await look()).lastCheck).toMatchObject({ outcome: 'good', files: 1, problem: null })
  const { db } = app.services.database
  const [document] = await db.select().from(documents)
  const file = join(folder, 'content', document?.filePath ?? '')
  const bytes = await readFile(file)
  bytes[70] = (bytes[70] ?? 0) ^ 1
  await writeFile(file, bytes)
  await tick('check-backup')
  expect((await look()).lastCheck?.outcome).toBe('good')
  app.shift(31 * dayMs)
  await tick()
  for (const _ of [1, 2]) {
    await tick('check-backup')
    expect((await look()).lastCheck).toMatchObject({
      outcome: 'bad',
      problem: expect.stringContaining(document?.filePath ?? '-'),
    })
    app.shift(dayMs)
    await tick()
  }
  expect((await mails()).filter((kind) => kind === 'backup_check_failed')).toHaveLength(1)
  expect(await health()).toMatchObject({ state: 'warning', message: expect.stringMatching(/found damage/) })
})

test('switched off, none is made by itself', async () => {
  const was = (await app.call(admin, 'GET', '/api/settings')).json().values
  await app.call(admin, 'PUT', '/api/settings', { changes: { backups: 'off' }, was })
  const before = await outcomes()
  app.shift(10 * dayMs)
  await tick()
  expect(await outcomes()).toEqual(before)
  expect((await look()).nextAt).toBeNull()
  expect((await health()).state).toBe('unknown')
})
