import type { Logger } from 'pino'
import { type Database, openDatabase } from './client.ts'

export type Reader = Pick<Database, 'query'>

export type Replica = {
  /**
   * Returns the database to read something long from: the standby once it has everything that is committed now, otherwise (or when there is
   * none) the database itself. Used only for readings that decide about nobody's access: what is revoked later is there a moment later.
   */
  reader(): Promise<Reader>
  close(): Promise<void>
}

const PATIENCE_MS = 1_000
const STEP_MS = 25

const which = `(select system_identifier::text from pg_control_system()),
  (select oid::text from pg_database where datname = current_database())`
// The position in the log alone says nothing: a standby of another server, or of a primary that was replaced, has positions too.
const now = `select array[pg_current_wal_lsn()::text, ${which},
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::text] as moment`
const whether = `select pg_is_in_recovery() and array[${which},
    (select timeline_id::text from pg_control_checkpoint())] = array[$2, $3, $4]::text[] as follows,
  pg_last_wal_replay_lsn() >= $1::pg_lsn as whole`

/** Reads long reports from the standby at `url`, so that they do not slow the database (ADR 39). Without one everything is read there. */
export async function openReplica(
  database: Database,
  url: string | undefined,
  logger: Logger,
): Promise<Replica> {
  if (!url || database.kind !== 'postgres')
    return { reader: async () => database, close: async () => undefined }
  const standby = await openDatabase({ databaseUrl: url, standby: true, dataDir: '', logger })
  const fault = (error: unknown) =>
    logger.warn(
      { code: (error as { code?: unknown }).code },
      'the replica could not be read: the database is read instead',
    )

  async function hasEverything(): Promise<boolean> {
    const { rows } = await database.query<{ moment: string[] }>(now)
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const { rows: here } = await standby.query<{ follows: boolean; whole: boolean | null }>(
        whether,
        rows[0]?.moment,
      )
      if (here[0]?.follows && here[0].whole) return true
      if (!here[0]?.follows || Date.now() > deadline) return false
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
