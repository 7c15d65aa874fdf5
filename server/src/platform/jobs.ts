import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { DrizzleTransactionLike, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import {
  adapter,
  BEAT_SECONDS,
  DAY_SECONDS,
  type Definition,
  type Job,
  type JobOptions,
  type JobsDatabase,
  makeQueues,
  startFirstOrLater,
} from './job-queues.ts'

export interface SendOptions {
  /** Time before which it does not start (at once). */
  startAfter?: Date
}

export interface Jobs {
  /** Defines a job. Call before `start`. */
  define<Data extends object>(
    name: string,
    handler: (job: Job<Data>) => Promise<void>,
    options?: JobOptions,
  ): void
  /** Creates missing queues, then runs what is due. Call before anything is sent. */
  start(): Promise<void>
  /** Lists the jobs that were defined, with their schedules. */
  defined(): { name: string; cron: string | null; timeZone: string }[]
  /** Sends a job in the transaction `tx`: it exists only if that commits, and then starts at once. */
  send(tx: DrizzleTransactionLike, name: string, data: object, options?: SendOptions): Promise<void>
  /** Sends many jobs in the same way, in one statement. */
  sendAll(tx: DrizzleTransactionLike, name: string, data: readonly object[]): Promise<void>
  /**
   * Sends the job, without data, soon after the current transaction has committed; several pokes are one. A crash may lose
   * it: for jobs that a schedule sends too. Does nothing where schedules send nothing.
   */
  poke(name: string): void
  /** Starts no further jobs, lets the running ones finish (their signal aborts after 20 s) and stops. */
  stop(): Promise<void>
  /** Runs all due jobs, and those that they send, and waits for them: for tests, without a worker. */
  runDue(name?: string): Promise<void>
}

export interface JobsOptions {
  database: JobsDatabase
  logger: Logger
  /** State: the database role owns the tables of the jobs and may rebuild their indexes (true). */
  owner?: boolean
  /** false: jobs run only through `runDue`. */
  work?: boolean
  /** false: schedules send nothing by themselves, so that a test is not met by the job of a full hour. */
  schedules?: boolean
  /** Hears of every run; `error` is null when it succeeded. */
  onRun?: (run: { name: string; ms: number; error: unknown }) => Promise<void>
}

const POLL_MS = 15_000 // for jobs of other servers and of schedules; this server's own start at once
const POKE_MS = 1_000
const GRACE_MS = 20_000
const AT_ONCE = 8

/** Queues with waiting jobs, and milliseconds until the first is due (0 or less: due now). */
const WAITING = `
  select name, (extract(epoch from min(start_after) - clock_timestamp()) * 1000)::float8 as wait
  from pgboss.job where name = any($1) and state < 'active' and not blocked group by name`

/**
 * Opens background jobs in the same database (pg-boss, schema `pgboss`), so that they commit and roll back with the change that sends them.
 * A job runs at least once, so handlers must be idempotent.
 *
 * A permanently failed job stays in `pgboss.job` with state `failed` and its error in `output` for 30 days.
 */
export async function openJobs({
  database,
  logger,
  owner = true,
  work = true,
  schedules = true,
  onRun,
}: JobsOptions): Promise<Jobs> {
  const { PgBoss, fromDrizzle } = await import('pg-boss')
  const boss: PgBoss = new PgBoss({
    db: adapter(database),
    backend: database.kind,
    schema: 'pgboss',
    supervise: work,
    schedule: work && schedules,
    cronWorkerIntervalSeconds: 20,
    flowIntervalSeconds: DAY_SECONDS, // no job here waits for another one
    bamIntervalSeconds: 3600,
    reindex: owner && database.kind === 'postgres',
    monitorVacuum: false,
  })
  boss.on('error', (error) => {
    if (database.hasRoom()) logger.error({ error: error.name }, 'the job queue failed')
  })
  boss.on('warning', ({ message }) => logger.warn(message))

  const definitions = new Map<string, Definition>()
  const running = new Set<Promise<void>>()
  const poked = new Set<string>()
  const abort = new AbortController()
  // Jobs run outside the request or transaction that sent them.
  const outside = AsyncLocalStorage.snapshot()
  let state: 'new' | 'started' | 'stopped' = 'new'
  let rounds: Promise<unknown> = Promise.resolve()
  let woken = false
  let timer: NodeJS.Timeout | undefined

  async function run(job: JobWithMetadata<object>): Promise<void> {
    // The job that a schedule sends has no data.
    const { id, name, data } = { ...job, data: job.data ?? {} }
    const attempt = job.retryCount + 1
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(job.expireInSeconds * 1000)])
    const beat = setInterval(() => void boss.touch(name, id).catch(() => undefined), BEAT_SECONDS * 1000)
    const begun = performance.now()
    let failure: unknown = null
    try {
      await definitions.get(name)?.handler({ id, data, signal, attempt })
      await boss.complete(name, id)
    } catch (error) {
      failure = error
      // The message of the error may contain an address, so it goes to the database only.
      logger.warn(
        { job: id, name, attempt, error: error instanceof Error ? error.name : 'unknown' },
        'job failed',
      )
      await boss.fail(name, id, error instanceof Error ? error : { message: String(error) })
    } finally {
      clearInterval(beat)
      await onRun?.({ name, ms: Math.round(performance.now() - begun), error: failure })
    }
  }

  function begin(job: JobWithMetadata<object>): void {
    const ended = run(job)
      .catch((error: Error) =>
        logger.error({ job: job.id, error: error.name }, 'the end of a job was not recorded'),
      )
      .finally(() => {
        running.delete(ended)
        wake()
      })
    running.add(ended)
  }

  /** Starts due jobs, up to the limit. Returns how many, and sets the timer for the next ones. */
  async function round(names: string[]): Promise<number> {
    let started = 0
    let next = POLL_MS
    const { rows } = database.hasRoom() ? await database.query(WAITING, [names]) : { rows: [] }
    for (const { name, wait } of rows) {
      const free = AT_ONCE - running.size
      if (Number(wait) > 0) next = Math.min(next, Number(wait) + 5)
      else if (free > 0) {
        const jobs = await boss.fetch<object>(String(name), { batchSize: free, includeMetadata: true })
        jobs.forEach(begin)
        started += jobs.length
      }
    }
    if (work && state === 'started') {
      clearTimeout(timer)
      timer = setTimeout(wake, next).unref()
    }
    return started
  }

  /** Rounds run one after another: two at once would start too many jobs. */
  function pump(names = [...definitions.keys()]): Promise<number> {
    const turn = rounds.then(() => outside(() => round(names)))
    rounds = turn.catch(() => undefined)
    return turn
  }

  function wake(): void {
    if (!work || woken || state !== 'started') return
    woken = true
    rounds = rounds.then(() => {
      woken = false
    })
    pump().catch((error: Error) => {
      logger.error({ error: error.name }, 'jobs could not be fetched')
      timer = setTimeout(wake, POLL_MS).unref()
    })
  }

  /** Takes up interrupted jobs: the embedded database has one process, so a job still marked active was interrupted when it ended. */
  async function retakeInterrupted(): Promise<void> {
    const { rows } = await database.query(
      "select name, array_agg(id::text) as ids from pgboss.job where state = 'active' and name = any($1) group by name",
      [[...definitions.keys()]],
    )
    for (const { name, ids } of rows)
      await boss.fail(String(name), ids as string[], { message: 'interrupted' })
  }

  const known = (name: string) => {
    if (state !== 'started' || !definitions.has(name))
      throw new Error(`No job ${name}, or the jobs are not started`)
  }

  return {
    define: (name, handler, options = {}) => {
      if (state !== 'new') throw new Error(`The jobs are started: ${name} is defined too late`)
      definitions.set(name, { handler: handler as Definition['handler'], options })
    },
    defined: () =>
      Array.from(definitions, ([name, { options }]) => ({
        name,
        cron: options.cron ?? null,
        timeZone: 'UTC',
      })),
    start: async () => {
      await startFirstOrLater(() => boss.start())
      await makeQueues(boss, definitions)
      if (database.kind === 'pglite') await retakeInterrupted()
      for (const [name, { options }] of definitions) if (options.atStart) await boss.send(name, {})
      state = 'started'
      wake()
    },
    send: async (tx, name, data, { startAfter } = {}) => {
      known(name)
      await boss.send(name, data, {
        db: fromDrizzle(tx, sql),
        ...(startAfter && { startAfter }),
      })
      database.afterCommit(wake)
    },
    sendAll: async (tx, name, all) => {
      known(name)
      const jobs = all.map((data) => ({ data }))
      await boss.insert(name, jobs, { db: fromDrizzle(tx, sql), returnId: false })
      database.afterCommit(wake)
    },
    poke: (name) => {
      known(name)
      if (!work || !schedules) return
      database.afterCommit(() => {
        if (poked.has(name)) return
        poked.add(name)
        setTimeout(() => {
          poked.delete(name)
          if (state !== 'started') return
          outside(() => boss.send(name, {})).then(wake, () => undefined)
        }, POKE_MS).unref()
      })
    },
    stop: async () => {
      if (state !== 'started') return
      state = 'stopped'
      clearTimeout(timer)
      await rounds
      const deadline = setTimeout(() => abort.abort(), GRACE_MS)
      await Promise.all(running)
      clearTimeout(deadline)
      await boss.stop({ graceful: false, close: false })
    },
    runDue: async (name) => {
      while ((await pump(name ? [name] : undefined)) > 0 || running.size > 0) await Promise.all(running)
    },
  }
}
