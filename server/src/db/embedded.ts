import fs from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'
import { StartFault } from '../platform/errors.ts'
import { DATABASE_RESERVE, keepRoom, type MeasureRoom, measureRoom } from '../platform/room.ts'
import { buildDatabase, lockFolder } from './embedded.files.ts'
import { durable, type SyncCounts } from './embedded.sync.ts'
import { keepTidy } from './upkeep.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'

export type { SyncCounts }

export interface Embedded {
  pglite: PGlite
  syncs: SyncCounts
  /** Whether there is disk space for what a change may write. */
  hasRoom(): boolean
  /** The database answered. */
  answered(): void
  /** Closes PostgreSQL with a shutdown checkpoint, then unlocks the folder. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  measureRoom?: MeasureRoom | undefined
  /** End this process when the database has stopped for good: only where the process runs nothing but Deedbox. */
  guard?: boolean | undefined
}

const MB = 1024 * 1024
/** What a new database takes, its log included. */
const NEW_DATABASE_BYTES = 64 * MB
/** The memory that opening it takes, with a little to work with. */
const MEMORY_BYTES = 192 * MB

/** WebAssembly reserves addresses, not memory: with fewer than 4 to 6 GB of them Node ends without a helpful message. */
const ADDRESS_BYTES = 6000 * MB

/** What `ulimit -v` allows this process; without a limit, Infinity. */
function addressLimit(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY
  const limit = /^Max address space\s+(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
}

/** @throws StartFault when there is too little disk space or memory. */
function checkRoom(dataDir: string, folder: string, measure: MeasureRoom): void {
  const needed = DATABASE_RESERVE + (fs.existsSync(folder) ? 0 : NEW_DATABASE_BYTES)
  const free = measure(dataDir)
  if (free < needed)
    throw new StartFault(
      `There is not enough disk space for the database in ${folder}: ${Math.floor(free / MB)} MB are free, and ` +
        `Deedbox needs ${needed / MB} MB to start. Free some space, then start it again. Nothing was changed.`,
    )
  const addresses = addressLimit()
  if (addresses < ADDRESS_BYTES)
    throw tooLittleMemory(
      `ulimit -v allows ${Math.floor(addresses / MB)} MB of addresses, and it reserves 6 GB`,
    )
  const memory = process.availableMemory()
  if (memory < MEMORY_BYTES) throw tooLittleMemory(`only ${Math.floor(memory / MB)} MB are free`)
}

/**
 * Optimising PostgreSQL's parser takes V8 600 MB for some seconds of every start. Where a machine or a container has less
 * than 2 GB, it is not optimised: this takes 220 MB at the most, and heavy queries take up to twice as long.
 */
function spareMemory(): void {
  const limit = process.constrainedMemory()
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  if (memory >= 2048 * MB) return
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag)
}

const tooLittleMemory = (why: string, cause?: unknown) =>
  new StartFault(
    `There is too little memory for the embedded database: ${why}. Deedbox needs about 400 MB. Give it more memory ` +
      '(also where a limit is set: ulimit, container, service), or use a PostgreSQL server with DATABASE_URL.',
    { cause },
  )

/** How a WebAssembly engine says that it got no memory. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'ENOMEM') ||
    /could not allocate memory|out of memory/i.test(error.message))

/** PostgreSQL aborted. It would keep the only thread busy for ever. */
function endProcess(why: string): never {
  const text =
    `\nThe embedded database has stopped (${why}): Deedbox ends now. Everything that was acknowledged is stored. ` +
    'Check that the disk has free space and works, then start Deedbox again.\n'
  fs.writeSync(2, text)
  process.exit(1)
}

/**
 * Opens the embedded PostgreSQL (PGlite) in `<dataDir>/database`, as durable as a server: every commit is synced.
 *
 * @throws StartFault when another process has the folder open (the message names the folder and the process), or there is
 * too little disk space or memory.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const { measureRoom: measure = measureRoom, guard = false } = options
  const folder = path.resolve(dataDir, 'database')
  spareMemory()
  checkRoom(path.resolve(dataDir), folder, measure)
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir, folder)
  let watchdog: Watchdog | undefined
  try {
    const [{ PGlite, types }, { NodeFS }, { pg_trgm }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('@electric-sql/pglite/nodefs'),
      import('@electric-sql/pglite/contrib/pg_trgm'),
    ])
    if (!fs.existsSync(folder)) await buildDatabase(folder)

    // Queried only once it is open; opening may take long for a recovery, which reads and writes.
    let ask: () => Promise<unknown> = async () => undefined
    if (guard) watchdog = startWatchdog(() => ask())
    const syncs: SyncCounts = { files: 0, directories: 0 }
    const pglite = await PGlite.create({
      fs: new (durable(NodeFS, syncs, watchdog, guard ? endProcess : undefined))(folder),
      // For the search of documents: must be loaded before a migration creates it.
      extensions: { pg_trgm },
      parsers: {
        [types.DATE]: (value: string) => value,
        [types.BYTEA]: (value: string) => Buffer.from(value.slice(2), 'hex'),
      },
      startParams: [
        ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
        ...['-c', 'wal_sync_method=fsync'],
        // One process, one folder: the default 128 MB cost 110 MB of memory and 0.1 s of every start.
        ...['-c', 'shared_buffers=32MB'],
      ],
    })
    ask = () => pglite.query('select 1')
    const { enough } = keepRoom(folder, DATABASE_RESERVE, measure)
    const stopUpkeep = keepTidy(pglite, () => syncs.files, enough)
    return {
      pglite,
      syncs,
      hasRoom: enough,
      answered: () => watchdog?.step(),
      close: async () => {
        await stopUpkeep()
        await pglite.close()
        await watchdog?.stop()
        lock.close()
      },
    }
  } catch (error) {
    await watchdog?.stop()
    lock.close()
    throw isOutOfMemory(error) ? tooLittleMemory('the system refused it', error) : error
  }
}
