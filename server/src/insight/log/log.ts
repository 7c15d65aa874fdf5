import { toBase64 } from '@deedbox/proof/bytes.ts'
import { checkpointText } from '@deedbox/proof/checkpoint.ts'
import { signNote } from '@deedbox/proof/note.ts'
import { treeRoot } from '@deedbox/proof/tree.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import { beginLog } from './begin.ts'
import { type KeyFolder, openKeyFolder } from './key-folder.ts'
import { sealInto } from './seal.ts'
import { type Standing, type Stop, standingOf, stops } from './standing.ts'
import { tileReader } from './tree.ts'

/** Time between two rounds: an event is sealed within two of them after its commit. */
const ROUND_MS = 1_000

/** Shortest time between two checkpoints. */
const CHECKPOINT_MS = 10_000

export type Log = ReturnType<typeof createLog>

declare module '../../kernel/services.ts' {
  interface Services {
    log: Log
  }
}

/** Takes the lock of the log for this transaction; false where another server has it. */
async function takesLock({ database }: Pick<Services, 'database'>): Promise<boolean> {
  const { rows } = await database.query<{ taken: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('transparency-log', 0)) as taken",
  )
  return rows[0]?.taken === true
}

/** Begins a log where there is none or the operator asked for a new one; says how the log stands. */
async function settledStanding(services: Services, folder: KeyFolder): Promise<Standing> {
  const { database } = services
  const standing = await standingOf(database, folder)
  if (standing.kind !== 'none' && !folder.isContinueAsked()) return standing
  database.afterCommit(await beginLog(services, folder))
  return standingOf(database, folder)
}

/** The transparency log: one server at a time seals events and signs heads. */
export function createLog(services: Omit<Services, 'log'>) {
  const { config, database, logger } = services
  const folder = openKeyFolder(config.dataDir, config.logKey)
  const all = services as Services
  let why: Stop | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let signedAt = 0

  const note = (standing: Standing) => {
    const now = standing.kind === 'stopped' ? standing.why : null
    if (now !== null && now !== why) logger.error({ reason: stops[now] }, 'the transparency log stands still')
    why = now
  }

  /** Seals one batch. @returns how many events; 0 also where another server seals or the log stands still */
  const seal = (): Promise<number> =>
    database.transaction(async () => {
      if (!(await takesLock(all))) return 0
      const standing = await settledStanding(all, folder)
      note(standing)
      return standing.kind === 'grows' ? sealInto(database, standing.origin, standing.size) : 0
    })

  /** Signs the head of what is committed, if it has grown. */
  const sign = (): Promise<void> =>
    database.transaction(async () => {
      if (!(await takesLock(all))) return
      const standing = await standingOf(database, folder)
      note(standing)
      if (standing.kind !== 'grows' || standing.size === 0) return
      const { origin, size, signer } = standing
      const { rows } = await database.query('select from log_checkpoints where origin = $1 and size = $2', [
        origin,
        size,
      ])
      if (rows.length > 0) return
      const root = await treeRoot(size, tileReader(database, origin))
      // Durable before anybody can see the signature: a database that is restored later is then found to be older.
      folder.putHead({ origin, size, root: toBase64(root) })
      await database.query(
        'insert into log_checkpoints (origin, size, root, at, note) values ($1, $2, $3, clock_timestamp(), $4)',
        [origin, size, Buffer.from(root), signNote(checkpointText({ origin, size, root }), [signer])],
      )
    })

  /** Seals everything that waits, and signs. */
  async function catchUp(): Promise<void> {
    while ((await seal()) > 0 && !stopped);
    await sign()
  }

  async function round(): Promise<void> {
    if (!database.hasRoom()) return
    const { rows } = await database.query<{ due: boolean }>(
      'select exists (select from log_waiting) or not exists (select from log_origins) as due',
    )
    const due = rows[0]?.due || folder.isContinueAsked()
    if (due) while ((await seal()) > 0 && !stopped);
    if (Date.now() - signedAt < CHECKPOINT_MS) return
    signedAt = Date.now()
    await sign()
  }

  function next(): void {
    if (stopped) return
    timer = setTimeout(() => {
      running = round()
        .catch((error: unknown) => logger.warn({ error: loggable(error) }, 'the log could not be sealed'))
        .finally(next)
    }, ROUND_MS).unref()
  }

  return {
    start: next,
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await running
    },
    catchUp,
    folder,
    /** Reason why this server seals nothing, as of its last round. */
    why: (): Stop | null => why,
  }
}
