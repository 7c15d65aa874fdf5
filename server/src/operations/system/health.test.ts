import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayOf } from '@deedbox/contract/dates.ts'
import { dayMs, minuteMs } from '@deedbox/contract/durations.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documents } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { healthNow, healthSamples } from '../../db/tables/system.ts'
import { contentOf } from '../../documents/store/stores.testing.ts'
import { sweepContent } from '../../documents/store/sweep.ts'
import { refusal } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { createChecker } from './check.ts'

type Found = { check: string; state: string; message: string; ms: number }

let smtp: TestSmtp
let app: TestApp
let admin: Person
let free = 5_000_000_000
beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url }, { measureRoom: () => free })
  admin = await app.person('admin')
})
beforeEach(() => app.services.database.query('update pgboss.version set cron_on = now()'))
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const check = async () => (await app.call(admin, 'GET', '/api/system/health')).json().checks as Found[]
const found = async (name: string) => (await check()).find((one) => one.check === name)
const history = async () => (await app.call(admin, 'GET', '/api/system/health/history')).json().checks
/** Does what the schedule does every five minutes. */
async function runCheck(): Promise<void> {
  const { database, jobs } = app.services
  await database.query('update pgboss.version set cron_on = now()')
  await database.transaction((tx) => jobs.send(tx, 'check-health', {}))
  await jobs.runDue('check-health')
}

test('everything is well, and looking leaves nothing in the store', async () => {
  expect(await history()).toEqual([])
  const checks = await check()
  expect(checks.map(({ check: name, state }) => [name, state])).toEqual(
    // No parts of the master key are kept yet.
    ['database', 'storage', 'mail', 'jobs', 'clock', 'disk', 'keys', 'log'].map((name) => [
      ...[name, name === 'keys' ? 'warning' : 'good'],
    ]),
  )
  for (const { message, ms } of checks) {
    expect(message).toMatch(/\.$/)
    expect(ms).toBeLessThan(5_000)
  }
  await sweepContent(app.services)
  const stored = await contentOf(app.services.storage)
  const { total } = (await app.call(admin, 'GET', '/api/storage/unrecorded')).json()
  expect([stored, total, await app.services.database.db.$count(documents)]).toEqual([[], 0, 0])
})

test('each part that fails says what to do', async () => {
  free = 100 * 1024 * 1024
  expect(await found('disk')).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('100.0 MB are free'),
  })
  free = 5_000_000_000

  await app.services.database.query("update pgboss.version set cron_on = now() - interval '6 minutes'")
  expect(await found('jobs')).toMatchObject({ state: 'bad', message: expect.stringContaining('6 minutes') })

  await rm(join(app.dataDir, 'documents', '.deployment'))
  expect(await found('storage')).toMatchObject({ state: 'bad', message: expect.stringContaining('mark') })
  await app.services.storage.writeMark(await deploymentId(), { replace: false })
  const incoming = join(app.dataDir, 'documents', '.incoming')
  await rm(incoming, { recursive: true })
  expect(await found('storage')).toMatchObject({ state: 'bad', message: expect.stringContaining('ENOENT') })
  await mkdir(incoming)
})

async function deploymentId(): Promise<string> {
  const { rows } = await app.services.database.query<{ id: string }>('select id from deployment')
  return rows[0]?.id ?? ''
}

test('a part that hangs keeps nobody waiting, and is not asked again', async () => {
  const hanging = Promise.withResolvers<void>()
  let asked = 0
  const mailer = {
    ...app.services.mailer,
    check: () => {
      asked++
      return hanging.promise
    },
  }
  const checkAll = createChecker({ ...app.services, mailer }, 50)
  for (const checks of [await checkAll(), await checkAll()])
    expect(checks.find((one) => one.check === 'mail')).toMatchObject({
      state: 'bad',
      message: expect.stringContaining('There was no answer within'),
    })
  expect(asked).toBe(1)
  hanging.resolve()
})

test('samples become the minutes of a day, and are removed after 30 days', async () => {
  const { db } = app.services.database
  const start = new Date(Date.now() - 40 * dayMs)
  await db.execute(sql`
    insert into ${healthSamples} ("check", at, state, ms, message)
    select 'disk', ${start.toISOString()}::timestamptz + n * interval '1 hour', 'good', 10, '' from generate_series(1, 24 * 40 - 24) n`)
  const old = sql`${healthSamples.at} < now() - interval '30 days'`
  const before = await db.$count(healthSamples, old)
  expect(before).toBeGreaterThan(200)
  const newer = await db.$count(healthSamples, sql`not (${old})`)
  await runCheck()
  expect(await db.$count(healthSamples, old)).toBe(0)
  expect(await db.$count(healthSamples, sql`not (${old})`)).toBe(newer + 8)

  const disk = (await history()).find((one: Found) => one.check === 'disk')
  expect(disk.days).toHaveLength(30)
  // 24 samples, each for the five minutes until the next.
  expect(disk.days[10]).toMatchObject({ good: 120, warning: 0, bad: 0 })
  expect(disk.days.at(-1)).toMatchObject({ day: dayOf(new Date(), 'Australia/Sydney'), good: 5 })
  expect([disk.averageMs, disk.lastProblem]).toEqual([10, null])
})

test('administrators are told once after 15 minutes, and once when it works again', async () => {
  const { db } = app.services.database
  await db.delete(healthNow)
  await db.delete(mailMessages)
  const second = await app.person('admin')
  const mails = async () =>
    (
      await db.select().from(mailMessages).orderBy(asc(mailMessages.createdAt), asc(mailMessages.recipient))
    ).map(({ kind, recipient, data }) => [kind, recipient, data.check])
  const to = [admin.email, second.email].sort()
  free = 100 * 1024 * 1024
  for (let run = 0; run < 3; run++) {
    await runCheck()
    app.shift(5 * minuteMs)
  }
  const disk = () => mails().then((all) => all.filter(([, , name]) => name === 'Disk space'))
  expect(await disk()).toEqual([])
  await runCheck()
  app.shift(5 * minuteMs)
  await runCheck()
  expect(await disk()).toEqual(to.map((email) => ['health_failed', email, 'Disk space']))
  free = 5_000_000_000
  app.shift(5 * minuteMs)
  await runCheck()
  app.shift(5 * minuteMs)
  await runCheck()
  expect(await disk()).toEqual([
    ...to.map((email) => ['health_failed', email, 'Disk space']),
    ...to.map((email) => ['health_recovered', email, 'Disk space']),
  ])
  const problem = (await history()).find((one: Found) => one.check === 'disk').lastProblem
  expect(problem).toMatchObject({ state: 'bad', message: expect.stringContaining('100.0 MB') })
})

test('while no email can be sent, that is told afterwards', async () => {
  const { db } = app.services.database
  await smtp.pause()
  const mailChecked = async () => {
    const [row] = await db.select().from(healthNow).where(eq(healthNow.check, 'mail'))
    return row?.state
  }
  expect(await found('mail')).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('Check that it runs'),
  })
  for (let run = 0; run < 5; run++) {
    app.shift(5 * minuteMs)
    await runCheck()
  }
  expect(await mailChecked()).toBe('bad')
  const about = sql`data->>'check' = 'Email'`
  expect(await db.$count(mailMessages, about)).toBe(0)
  await smtp.resume()
  app.shift(5 * minuteMs)
  await runCheck()
  expect(await mailChecked()).toBe('good')
  expect(await db.$count(mailMessages, about)).toBe(2)
  await app.services.jobs.runDue()
  const mail = await smtp.next(({ subject }) => subject === 'Email works again')
  expect(mail.text).toContain('/admin/health')
})

test('only administrators see it', async () => {
  for (const path of ['/api/system/health', '/api/system/health/history'])
    for (const role of ['trustee', 'b2b_admin', 'requestor', 'guest'])
      expect(refusal(await app.call(await app.person(role), 'GET', path))).toEqual([403, 'not-allowed'])
})
