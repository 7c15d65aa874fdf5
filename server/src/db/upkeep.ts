import type { PGlite } from '@electric-sql/pglite'

const EVERY_MS = 10_000
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024

/** Tables that grew or shrank by more than a fifth, and ten pages, since they were last counted. */
const STALE_TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema')
    and abs(pg_relation_size(c.oid) / 8192 - c.relpages) > 10 + 0.2 * c.relpages`

/**
 * Does what background processes do in a PostgreSQL server: a checkpoint when the log since the last one is long (this bounds the log, and
 * the time of a start after a crash), vacuum and statistics for tables that changed much. It costs nothing while nothing is written.
 * Without disk space it does only the checkpoint, which frees some.
 */
export async function tidy(pglite: PGlite, hasRoom = true): Promise<void> {
  const log = await pglite.query<{ bytes: number }>(
    'select (pg_current_wal_lsn() - redo_lsn)::bigint as bytes from pg_control_checkpoint()',
  )
  if ((log.rows[0]?.bytes ?? 0) > CHECKPOINT_AFTER_BYTES) await pglite.query('checkpoint')
  if (!hasRoom) return
  const stale = await pglite.query<{ name: string }>(STALE_TABLES)
  for (const { name } of stale.rows) await pglite.query(`vacuum (analyze) ${name}`)
}

/**
 * Runs {@link tidy} every ten seconds if something was written.
 *
 * @param written a number that grows with every write
 * @param hasRoom whether there is disk space for more
 * @returns stops it, once a running round is done
 */
export function keepTidy(pglite: PGlite, written: () => number, hasRoom: () => boolean): () => Promise<void> {
  let seen = written()
  let round = Promise.resolve()
  const timer = setInterval(() => {
    if (written() === seen) return
    round = round
      .then(() => tidy(pglite, hasRoom()))
      // The next round tries again; a lasting error shows in the application's own queries.
      .catch(() => undefined)
      .then(() => {
        seen = written()
      })
  }, EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    return round
  }
}
