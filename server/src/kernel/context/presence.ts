import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'

const FLUSH_MS = 60_000

/**
 * Notes which sessions are being used. A request only notes its session in memory; once a minute a server stores all that it noted, in one
 * statement, so that nobody's reading waits for a write.
 */
export function createPresence(database: Database, logger: Logger) {
  const noted = new Map<string, Date>()

  async function flush(): Promise<void> {
    if (noted.size === 0 || !database.hasRoom()) return
    const seen = [...noted]
    noted.clear()
    await database.query(
      `update sessions set seen_at = seen.at
       from unnest($1::uuid[], $2::timestamptz[]) as seen(id, at)
       where sessions.id = seen.id and (seen_at is null or seen_at < seen.at)`,
      [seen.map(([id]) => id), seen.map(([, at]) => at.toISOString())],
    )
  }
  /** Stores them if it can: without a database only the figures of the administrators miss a minute. */
  const tryFlush = () =>
    flush().catch((error: Error) => logger.warn({ error: error.name }, 'who is online was not stored'))
  const timer = setInterval(tryFlush, FLUSH_MS).unref()

  return {
    saw: (sessionId: string, now: Date): void => void noted.set(sessionId, now),
    /** Lists sessions that this server saw since then and has not stored yet. */
    notedSince: (since: Date): string[] => [...noted].flatMap(([id, at]) => (at > since ? [id] : [])),
    flush,
    async stop(): Promise<void> {
      clearInterval(timer)
      await tryFlush()
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
