import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hourMs } from '@deedbox/contract/durations.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../db/client.ts'
import { withNewDatabase } from '../testing/database.ts'
import { startPostgres } from '../testing/postgres.ts'
import type { Job } from './job-queues.ts'
import { type Jobs, openJobs } from './jobs.ts'

const logger = pino({ level: 'silent' })
const postgres = await startPostgres()
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-jobs-'))
afterAll(async () => {
  await postgres?.stop()
  fs.rmSync(home, { recursive: true, force: true })
})

/** The job's row in the database. */
async function row(database: Database, name: string) {
  const { rows } = await database.query<{
    state: string
    retries: number
    wait: number
    fault: string | null
  }>(
    `select state::text, retry_count as retries, extract(epoch from start_after - now())::float8 as wait,
       output ->> 'message' as fault from pgboss.job where name = $1 order by created_on desc limit 1`,
    [name],
  )
  return rows[0]
}

describe.each(['pglite', 'postgres'] as const)('on %s', (kind) => {
  const skipped = kind === 'postgres' && !postgres
  const started: Jobs[] = []
  let database: Database

  beforeAll(async () => {
    if (skipped) return
    const databaseUrl = kind === 'postgres' ? await postgres?.createDatabase() : undefined
    database = await openDatabase({ databaseUrl, dataDir: withNewDatabase(path.join(home, kind)), logger })
  })
  afterEach(async () => {
    for (const jobs of started.splice(0)) await jobs.stop()
  })
  afterAll(async () => {
    if (!skipped) await database.close()
  })

  async function open(work: boolean, define: (jobs: Jobs) => void): Promise<Jobs> {
    const jobs = await openJobs({ database, logger, work })
    define(jobs)
    await jobs.start()
    started.push(jobs)
    return jobs
  }

  test.skipIf(skipped)(
    'a job of a transaction that commits starts by itself; of one that rolls back, never',
    async () => {
      const ran = Promise.withResolvers<Job<{ n: number }>>()
      const jobs = await open(true, ({ define }) => {
        define<{ n: number }>('letter', async (job) => ran.resolve(job))
      })
      const undone = database.transaction(async (tx) => {
        await jobs.send(tx, 'letter', { n: 1 })
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      await database.transaction((tx) => jobs.send(tx, 'letter', { n: 2 }))
      expect(await ran.promise).toMatchObject({ data: { n: 2 }, attempt: 1, signal: { aborted: false } })
      await jobs.runDue()
      const { rows } = await database.query("select data, state::text from pgboss.job where name = 'letter'")
      expect(rows).toEqual([{ data: { n: 2 }, state: 'completed' }])
    },
  )

  test.skipIf(skipped)('runDue runs what is due and what that sends, and leaves what is later', async () => {
    const seen: string[] = []
    const jobs: Jobs = await open(false, ({ define }) => {
      define('begin', async () => {
        seen.push('begin')
        await database.transaction((tx) => jobs.send(tx, 'follow', {}))
      })
      define('follow', async () => {
        seen.push('follow')
      })
    })
    await database.transaction(async (tx) => {
      for (let n = 0; n < 10; n++) await jobs.send(tx, 'begin', { n })
      await jobs.send(tx, 'follow', {}, { startAfter: new Date(Date.now() + hourMs) })
    })
    expect(seen).toEqual([])
    await jobs.runDue()
    expect(seen.sort()).toEqual([...Array(10).fill('begin'), ...Array(10).fill('follow')])
    expect(await row(database, 'follow')).toBeDefined()
    const { rows } = await database.query(
      "select count(*) as n from pgboss.job where name = 'follow' and state = 'created'",
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test.skipIf(skipped)(
    'a job that fails is tried again later and later, then stays visible as failed',
    async () => {
      const attempts: number[] = []
      const jobs = await open(false, ({ define }) => {
        const handler = async ({ attempt }: Job<object>) => {
          attempts.push(attempt)
          throw new Error('the mail server is away')
        }
        define('fragile', handler, { retryLimit: 2 })
      })
      await database.transaction((tx) => jobs.send(tx, 'fragile', {}))
      for (const [shortest, longest] of [
        [30, 60],
        [60, 120],
      ] as const) {
        await jobs.runDue('fragile')
        const waiting = await row(database, 'fragile')
        expect(waiting).toMatchObject({ state: 'retry', fault: 'the mail server is away' })
        expect(waiting?.wait).toBeGreaterThan(shortest - 20)
        expect(waiting?.wait).toBeLessThanOrEqual(longest)
        await jobs.runDue('fragile')
        await database.query("update pgboss.job set start_after = now() where name = 'fragile'")
      }
      await jobs.runDue('fragile')
      expect(await row(database, 'fragile')).toMatchObject({
        state: 'failed',
        fault: 'the mail server is away',
      })
      expect(attempts).toEqual([1, 2, 3])
    },
  )

  test.skipIf(skipped)('what a schedule sends has no data: the job gets an empty object', async () => {
    const got: object[] = []
    const jobs = await open(false, ({ define }) =>
      define('scheduled', async ({ data }) => void got.push(data), { cron: '0 7 * * *' }),
    )
    // The row is as pg-boss sends it.
    await database.query("insert into pgboss.job (name, data) values ('scheduled', null)")
    await jobs.runDue()
    expect(got).toEqual([{}])
  })

  test.skipIf(skipped)('schedules are registered, changed, and forgotten with the job', async () => {
    const schedules = async () =>
      (await database.query('select name, cron, timezone from pgboss.schedule order by name')).rows
    const nothing = async () => undefined
    const at = (cron: string) => open(false, ({ define }) => define('sweep', nothing, { cron }))
    await at('0 7 * * *')
    expect(await schedules()).toEqual([{ name: 'sweep', cron: '0 7 * * *', timezone: 'UTC' }])
    await at('30 6 * * 1')
    expect(await schedules()).toEqual([{ name: 'sweep', cron: '30 6 * * 1', timezone: 'UTC' }])
    await open(false, ({ define }) => define('sweep', nothing))
    expect(await schedules()).toEqual([])
  })

  test.skipIf(skipped)('a job whose time comes starts by itself', async () => {
    const ran = Promise.withResolvers<void>()
    const jobs = await open(true, ({ define }) => define('soon', async () => ran.resolve()))
    await database.transaction((tx) => jobs.send(tx, 'soon', {}, { startAfter: new Date(Date.now() + 300) }))
    await ran.promise
  })

  test.skipIf(skipped)('stop lets a running job finish and takes no other one', async () => {
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const jobs = await open(true, ({ define }) =>
      define('slow', async () => {
        begun.resolve()
        await go.promise
      }),
    )
    await database.transaction((tx) => jobs.send(tx, 'slow', {}))
    await begun.promise
    const stopped = jobs.stop()
    await database.transaction((tx) => expect(jobs.send(tx, 'slow', {})).rejects.toThrow('not started'))
    go.resolve()
    await stopped
    expect(await row(database, 'slow')).toMatchObject({ state: 'completed' })
  })

  test.skipIf(skipped)('a job that was committed before SIGKILL runs after it', async () => {
    const dataDir = withNewDatabase(path.join(home, `${kind}-killed`))
    const url = kind === 'postgres' ? await postgres?.createDatabase() : undefined
    const script = path.join(import.meta.dirname, 'jobs.child.ts')
    const child = spawn(process.execPath, [script, dataDir, ...(url ? [url] : [])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'close')

    const reopened = await openDatabase({ databaseUrl: url, dataDir, logger })
    const jobs = await openJobs({ database: reopened, logger })
    const ran = Promise.withResolvers<object>()
    jobs.define('committed', async ({ data }) => ran.resolve(data))
    jobs.define('endless', async () => undefined)
    await jobs.start()
    expect(await ran.promise).toEqual({ n: 1 })
    // The one it was running is retried at once if no other process can have it, otherwise when its heartbeat stops.
    const interrupted = await row(reopened, 'endless')
    expect(interrupted).toMatchObject(
      kind === 'pglite' ? { state: 'retry', fault: 'interrupted' } : { state: 'active' },
    )
    await jobs.stop()
    await reopened.close()
  })
})
