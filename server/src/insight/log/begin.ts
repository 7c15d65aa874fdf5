import { randomBytes } from 'node:crypto'
import { toBase64 } from '@deedbox/proof/bytes.ts'
import { EMPTY_ROOT } from '@deedbox/proof/merkle.ts'
import { ed25519Signer, verifierKeyText } from '@deedbox/proof/note.ts'
import { treeRoot } from '@deedbox/proof/tree.ts'
import { recordEvents } from '../../kernel/audit/record.ts'
import type { Services } from '../../kernel/services.ts'
import type { Head, KeyFolder } from './key-folder.ts'
import { sealInto } from './seal.ts'
import { currentLog } from './standing.ts'
import { sizeOf, tileReader } from './tree.ts'

/** Bytes of the mark by which logs of one host differ. */
const MARK_BYTES = 8

const originAt = (publicUrl: string | undefined) =>
  `${publicUrl ? new URL(publicUrl).host : 'deedbox.local'}/log/${randomBytes(MARK_BYTES).toString('hex')}`

async function headOf(database: Services['database'], origin: string): Promise<Head> {
  const size = await sizeOf(database, origin)
  const root = await treeRoot(size, tileReader(database, origin)).catch(() => EMPTY_ROOT)
  return { origin, size, root: toBase64(root) }
}

/**
 * Begins a log, in the caller's transaction, which holds the lock of the log. The one before is frozen; the first entry names it, the last
 * head that is known outside of the database, and the one that the database has.
 * @returns what is to be done once that is committed
 */
export async function beginLog({ database, config }: Services, folder: KeyFolder): Promise<() => void> {
  const former = await currentLog(database)
  const restored = former && (await headOf(database, former.origin))
  const head = folder.head()
  // A log that has no event yet was not begun: the one before it counts.
  const known = head && head.size === 0 ? (head.previous ?? null) : head
  const origin = originAt(config.publicUrl)
  const seed = folder.newSeed()
  // Written before the commit: a database that knows the log never meets a folder that does not.
  folder.putHead({
    ...{ origin, size: 0, root: toBase64(EMPTY_ROOT) },
    ...(known && { previous: { origin: known.origin, size: known.size, root: known.root } }),
  })
  folder.settle()
  const { query } = database
  await query('update log_origins set frozen_at = clock_timestamp() where frozen_at is null')
  await query('insert into log_origins (origin, verifier_key, begun_at) values ($1, $2, clock_timestamp())', [
    origin,
    verifierKeyText(ed25519Signer(origin, seed).key),
  ])
  const { rows: times } = await query<{ now: Date }>('select now()')
  const now = times[0]?.now ?? new Date()
  await recordEvents(database, { actor: null, now, ip: null, userAgent: null, requestId: null }, [
    {
      event: 'log_begun',
      details: {
        origin,
        previous: known?.origin ?? restored?.origin,
        knownSize: known?.size,
        knownRoot: known?.root,
        restoredSize: restored?.size,
        restoredRoot: restored?.root,
      },
    },
  ])
  const { rows } = await query<{ id: number }>(
    `select max(w.event_id) as id from log_waiting w join audit_events e on e.id = w.event_id where e.event = 'log_begun'`,
  )
  await sealInto(database, origin, 0, rows[0]?.id ?? null)
  return () => {
    folder.keepOnly(seed)
    folder.forgetContinue()
  }
}
