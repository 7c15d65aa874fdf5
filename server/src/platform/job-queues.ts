import { setTimeout as pause } from 'node:timers/promises'
import type { Db, PgBoss } from 'pg-boss'

/** Parts of the database that the jobs need; `db/client.ts` provides them. */
export interface JobsDatabase {
  kind: 'postgres' | 'pglite'
  query(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Runs several statements in one text. */
  exec(text: string): Promise<{ rows: Record<string, unknown>[] }[]>
  /** Tells whether there is space for changes: otherwise no job runs. */
  hasRoom(): boolean
  /** Calls `then` after the current transaction has committed, or at once outside a transaction. */
  afterCommit(then: () => void): void
}

export interface Job<Data> {
  id: string
  data: Data
  /** Signal that is aborted when the job exceeds its time, or the server stops and cannot wait any longer. */
  signal: AbortSignal
  /** 1 for the first run. */
  attempt: number
}

export interface JobOptions {
  /** Number of retries of a failed job before it has permanently failed (5). */
  retryLimit?: number
  /** Wait 30 s before the first retry and about twice as long before each one after it, up to an hour (true). */
  retryBackoff?: boolean
  /** Minutes that one run may take (15). */
  longestMinutes?: number
  /** Sends the job, without data, at these times in UTC: minute hour day month weekday. */
  cron?: string
  /** Sends the job, without data, also at every start, to catch up on missed schedules (false). */
  atStart?: boolean
}

export interface Definition {
  handler: (job: Job<object>) => Promise<void>
  options: JobOptions
}

export const BEAT_SECONDS = 20
export const DAY_SECONDS = 86_400

/** Returns the database as pg-boss asks for it. */
export function adapter(database: JobsDatabase): Db {
  return {
    executeSql: async (text, values) => {
      if (values?.length) return database.query(text, values)
      const results = await database.exec(text)
      return { rows: results.flatMap((result) => result.rows) }
    },
  }
}

function queueOptions({ retryLimit = 5, retryBackoff = true, longestMinutes = 15 }: JobOptions) {
  return {
    retryLimit,
    retryBackoff,
    retryDelay: 30,
    retryDelayMax: 3600,
    expireInSeconds: 60 * longestMinutes,
    heartbeatSeconds: 3 * BEAT_SECONDS, // a server that died loses its jobs to the others after a minute
    deleteAfterSeconds: 30 * DAY_SECONDS, // permanently failed jobs can be inspected for this long
  }
}

/** Creates or updates the tables of the jobs without running any: for a role that owns them, not the servers' role. */
export async function prepareJobs(database: JobsDatabase): Promise<void> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: adapter(database),
    backend: database.kind,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}

/** Codes that PostgreSQL answers when another server is making the same tables. */
const MADE_BY_ANOTHER = ['23505', '42P06', '42P07', '42710', '42723', '40P01', 'XX000']

/** Starts again after another server that started at the same moment has made the tables. */
export async function startFirstOrLater(start: () => Promise<unknown>): Promise<void> {
  for (let tries = 20; ; tries--) {
    try {
      await start()
      return
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (tries === 0 || !MADE_BY_ANOTHER.includes(code)) throw error
      await pause(250)
    }
  }
}

/** Creates or updates the queue and the schedule of each job, and removes schedules of jobs that are no more. */
export async function makeQueues(boss: PgBoss, definitions: ReadonlyMap<string, Definition>): Promise<void> {
  const names = [...definitions.keys()]
  const queues = new Map((await boss.getQueues(names)).map((queue) => [queue.name, queue]))
  const schedules = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const [name, { options }] of definitions) {
    const expected = queueOptions(options)
    const queue = queues.get(name)
    if (!queue) await boss.createQueue(name, expected)
    else if (queue.retryLimit !== expected.retryLimit || queue.retryBackoff !== expected.retryBackoff) {
      await boss.updateQueue(name, expected)
    }
    const { cron } = options
    const schedule = schedules.get(name)
    if (cron && (schedule?.cron !== cron || schedule.timezone !== 'UTC')) await boss.schedule(name, cron)
    if (cron) schedules.delete(name)
  }
  for (const name of schedules.keys()) await boss.unschedule(name)
}
