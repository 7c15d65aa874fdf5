import type { Logger } from 'pino'
import { type Database, openDatabase } from './client.ts'

export type Reader = Pick<Database, 'query'>

export type Replica = {
  /**
   * Where to read something long from: the standby once it has everything that is committed now, otherwise (or when there is none) the
   * database itself. Only for readings that decide about nobody's access: what is revoked later is there a moment later.
   */
  reader(): Promise<Reader>
  close(): Promise<void>
}

const PATIENCE_MS = 1_000
const STEP_MS = 25

/** Reads long reports from the standby at `url`, so that they do not slow the database (ADR 39). Without one everything is read there. */
export async function openReplica(
  database: Database,
  url: string | undefined,
  logger: Logger,
): Promise<Replica> {
  if (!url || database.kind !== 'postgres')
    return { reader: async () => database, close: async () => undefined }
  const standby = await openDatabase({ databaseUrl: url, dataDir: '', logger })
  const fault = (error: unknown) =>
    logger.warn(
      { code: (error as { code?: unknown }).code },
      'the replica could not be read: the database is read instead',
    )

  async function hasEverything(): Promise<boolean> {
    const { rows } = await database.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const { rows: here } = await standby.query<{ whole: boolean | null }>(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as whole',
        [rows[0]?.at],
      )
      if (here[0]?.whole) return true
      if (Date.now() > deadline) return false
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  }

  /** Goes on with the database when the standby goes away, or cancels what conflicts with its replay. */
  const withFallback: Reader = {
    query: (...call) =>
      standby.query(...call).catch((error: unknown) => {
        fault(error)
        return database.query(...call)
      }) as never,
  }
  return {
    reader: async () => {
      try {
        return (await hasEverything()) ? withFallback : database
      } catch (error) {
        fault(error)
        return database
      }
    },
    close: () => standby.close(),
  }
}
