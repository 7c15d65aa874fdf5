import { randomUUID } from 'node:crypto'
import type { Database } from '../../../db/client.ts'
import { BackupFault } from './fault.ts'

const thisProcess = randomUUID()
const BEAT_MS = 20_000
const DEAD_AFTER = "interval '2 minutes'"

/**
 * Runs `work` as the only one of this deployment that writes to its backups, whatever server it runs on. The signal
 * aborts with `signal`, and when the lock was lost because this process stood still for minutes.
 * @throws BackupFault when another one runs
 */
export async function alone<T>(
  { database }: { database: Database },
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { query, kind } = database
  const holder = randomUUID()
  // The embedded database has one process: a lock of another one is of a process that has ended.
  const { rows } = await query(
    `insert into backup_lock as held (id, holder, process, beat_at) values (1, $1, $2, clock_timestamp())
     on conflict (id) do update set holder = excluded.holder, process = excluded.process, beat_at = excluded.beat_at
     where held.beat_at < clock_timestamp() - ${DEAD_AFTER} or ($3 and held.process <> excluded.process)
     returning id`,
    [holder, thisProcess, kind === 'pglite'],
  )
  if (rows.length === 0)
    throw new BackupFault(
      'Another backup of this deployment runs now. One that was killed counts for two minutes.',
    )
  const lost = new AbortController()
  const beat = setInterval(() => {
    query('update backup_lock set beat_at = clock_timestamp() where holder = $1 returning id', [holder]).then(
      (kept) => {
        if (kept.rows.length === 0) lost.abort(new BackupFault('Another backup has taken over from this one'))
      },
      // The database is away; the next beat finds out what became of the lock.
      () => undefined,
    )
  }, BEAT_MS).unref()
  try {
    return await work(AbortSignal.any([lost.signal, ...(signal ? [signal] : [])]))
  } finally {
    clearInterval(beat)
    await query('delete from backup_lock where holder = $1', [holder]).catch(() => undefined)
  }
}
