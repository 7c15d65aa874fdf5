import { toBase64 } from '@deedbox/proof/bytes.ts'
import { checkpointText } from '@deedbox/proof/checkpoint.ts'
import { signNote } from '@deedbox/proof/note.ts'
import { treeRoot } from '@deedbox/proof/tree.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import { beginLog } from './begin.ts'
import { type KeyFolder, openKeyFolder } from './key-folder.ts'
import { BATCH, sealInto } from './seal.ts'
import { type Standing, type Stop, standingOf, stops } from './standing.ts'
import { tileReader } from './tree.ts'
import { createWitnesses } from './witnesses.ts'

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

/** Key of the lock that whoever seals or signs has. */
const LOCK = "hashtextextended('transparency-log', 0)"

/** Takes the lock of the log for this transaction; false where somebody else has it, unless this waits for them. */
async function takesLock({ database }: Pick<Services, 'database'>, waits: boolean): Promise<boolean> {
  if (waits) {
    await database.query(`select pg_advisory_xact_lock(${LOCK})`)
    return true
  }
  const { rows } = await database.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${LOCK}) as taken`,
  )
  return rows[0]?.taken === true
}

/** Begins a log where there is none or the operator asked for a new one; says how the log stands. */
async function settledStanding(services: Services, folder: KeyFolder): Promise<Standing> {
  const { database } = services
  const standing = await standingOf(database, folder)
  const isAsked = folder.isContinueAsked() && !(standing.kind === 'stopped' && standing.why === 'same-key')
  if (standing.kind !== 'none' && !isAsked) return standing
  database.afterCommit(await beginLog(services, folder))
  return standingOf(database, folder)
}

/** The transparency log: one server at a time seals events and signs heads. */
export function createLog(services: Omit<Services, 'log'>) {
  const { config, database, logger } = services
  const folder = openKeyFolder(config.dataDir, config.logKey)
  const all = services as Services
  const witnesses = createWitnesses(services, folder)
  let why: Stop | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let signing: Promise<void> | undefined
  let signedAt = 0

  const note = (standing: Standing) => {
    const now = standing.kind === 'stopped' ? standing.why : null
    if (now !== null && now !== why) logger.error({ reason: stops[now] }, 'the transparency log stands still')
    why = now
  }

  /** Holds a log that grows against what witnesses claim. */
  const judged = (standing: Standing): Standing =>
    standing.kind === 'grows' && witnesses.isAhead(standing.origin, standing.size)
      ? { kind: 'stopped', why: 'witness-ahead' }
      : standing

  /** Seals one batch. @returns how many events; 0 also where the log stands still, or somebody else seals and this does not wait */
  const seal = (waits: boolean): Promise<number> =>
    database.transaction(async () => {
      if (!(await takesLock(all, waits))) return 0
      const standing = judged(await settledStanding(all, folder))
      note(standing)
      return standing.kind === 'grows' ? sealInto(database, standing.origin, standing.size) : 0
    })

  /** Signs the head of what is committed, if it has grown and witnesses know no more of the log. */
  async function sign(waits: boolean): Promise<void> {
    if (await witnesses.compare()) await signHead(waits)
  }

  const signHead = (waits: boolean): Promise<void> =>
    database.transaction(async () => {
      if (!(await takesLock(all, waits))) return
      const standing = judged(await standingOf(database, folder))
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

  /** Seals until a batch is not full: then it had all that was committed. */
  async function sealBatches(waits: boolean): Promise<void> {
    while ((await seal(waits)) === BATCH && !stopped);
  }

  /** Seals everything that was committed when it was called. */
  const sealWaiting = () => sealBatches(true)

  /** Seals the same, and signs. */
  async function signWaiting(): Promise<void> {
    await sealWaiting()
    await sign(true)
  }

  /** Does the same, and sends the head to the witnesses. */
  async function catchUp(): Promise<void> {
    await signWaiting()
    await witnesses.send()
  }

  const warn = (error: unknown) => logger.warn({ error: loggable(error) }, 'the log could not be sealed')

  async function round(): Promise<void> {
    if (!database.hasRoom()) return
    const { rows } = await database.query<{ due: boolean }>(
      'select exists (select from log_waiting) or not exists (select from log_origins) as due',
    )
    const due = rows[0]?.due || folder.isContinueAsked()
    // Another server that seals has what is due too: a round waits for nobody.
    if (due) await sealBatches(false)
    if (Date.now() - signedAt < CHECKPOINT_MS) return
    signedAt = Date.now()
    // Witnesses may be slow, and sealing waits for none of them.
    signing ??= sign(false)
      .then(witnesses.send)
      .catch(warn)
      .finally(() => {
        signing = undefined
      })
  }

  function next(): void {
    if (stopped) return
    timer = setTimeout(() => {
      running = round().catch(warn).finally(next)
    }, ROUND_MS).unref()
  }

  return {
    start: next,
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await running
      await signing
    },
    sealWaiting,
    signWaiting,
    catchUp,
    /** Sends the newest head to the witnesses whose turn it is. */
    askWitnesses: witnesses.send,
    folder,
    /** Reason why this server seals nothing, as of its last round. */
    why: (): Stop | null => why,
  }
}
