import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { run } from '../../db/named.ts'
import { Refusal } from '../../platform/errors.ts'

/*
 * Requests add to an upload one at a time: the one that came last does. It writes its own random id into the row, and nothing is added to
 * the upload but under this id, so that a request that was overtaken, on whichever server, adds no more.
 */

/** Milliseconds that the next request waits for the one before it to store what has arrived. */
const DRAIN_MS = 2_000
/** Seconds for which an upload may not be taken over after its server has said that it is being made a document. */
const FINISHING_SECONDS = 20
const RENEW_MS = 5_000

type Query = Pick<Database, 'query'>

/** The requests of this process that hold an upload, so that the next one can end them at once. */
export type Running = Map<string, { end: () => void; ended: Promise<void> }>

// A crash may lose this without harm: what is added must also follow what has arrived.
const quick = sql`(select set_config('synchronous_commit', 'off', true)) quick`

/** Takes an upload over. @throws Refusal 'upload-busy' while it is being made a document. */
export async function takeOver(
  database: Query,
  running: Running,
  { id, holder, end }: { id: string; holder: string; end: () => void },
): Promise<() => void> {
  const before = running.get(id)
  if (before) {
    before.end()
    await Promise.race([before.ended, pause(DRAIN_MS, undefined, { ref: false })])
  }
  const taken = await run(
    database,
    sql`
      update uploads set holder = ${holder}::uuid from ${quick}
      where id = ${id}::uuid and (finishing_until is null or finishing_until <= clock_timestamp()) returning id`,
    { prepared: true },
  )
  if (taken.length === 0) throw new Refusal('upload-busy')
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const request = { end, ended }
  running.set(id, request)
  return () => {
    if (running.get(id) === request) running.delete(id)
    resolve()
  }
}

/** Runs `work` while nobody else can take the upload over. @throws Refusal 'upload-busy' if somebody else has. */
export async function whileFinishing<T>(
  database: Query,
  { id, holder }: { id: string; holder: string },
  work: () => Promise<T>,
): Promise<T> {
  const renew = (seconds: number | null) =>
    run(
      database,
      sql`
        update uploads set finishing_until = clock_timestamp() + ${seconds}::float8 * interval '1 second' from ${quick}
        where id = ${id}::uuid and holder = ${holder}::uuid and document_id is null returning id`,
      { prepared: true },
    )
  if ((await renew(FINISHING_SECONDS)).length === 0) throw new Refusal('upload-busy')
  const timer = setInterval(() => void renew(FINISHING_SECONDS).catch(() => undefined), RENEW_MS)
  try {
    return await work()
  } catch (error) {
    // It would run out by itself.
    await renew(null).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
}
