import fs from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'
import { syncUpwards } from '../platform/durable.ts'
import { StartFault } from '../platform/errors.ts'
import { machineMemory } from '../platform/memory.ts'
import { DATABASE_RESERVE, keepRoom, type MeasureRoom, measureRoom } from '../platform/room.ts'
import { buildDatabase, lockFolder } from './embedded.files.ts'
import { durable, type SyncCounts } from './embedded.sync.ts'
import { keepTidy } from './upkeep.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'

export type { SyncCounts }

export interface Embedded {
  pglite: PGlite
  syncs: SyncCounts
  /** Tells whether there is disk space for what a change may write. */
  hasRoom(): boolean
  /** Notes that the database answered. */
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
/** Bytes that a new database takes, its log included. */
const NEW_DATABASE_BYTES = 64 * MB
/** The memory that opening it takes, with a little to work with. */
const MEMORY_BYTES = 192 * MB

/** WebAssembly reserves addresses, not memory: with fewer than 4 to 6 GB of them Node ends without a helpful message. */
const ADDRESS_BYTES = 6000 * MB

/** Returns the bytes that `ulimit -v` allows this process; without a limit, Infinity. */
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
 * Spares memory. Optimising PostgreSQL's parser takes V8 600 MB for some seconds of every start. Where a machine or a container has less
 * than 2 GB, it is not optimised: this takes 220 MB at the most, and heavy queries take up to twice as long.
 */
function spareMemory(): void {
  if (machineMemory() >= 2048 * MB) return
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag)
}

const tooLittleMemory = (why: string, cause?: unknown) =>
  new StartFault(
    `There is too little memory for the embedded database: ${why}. Deedbox needs about 400 MB. Give it more memory ` +
      '(also where a limit is set: ulimit, container, service), or use a PostgreSQL server with DATABASE_URL.',
    { cause },
  )

/** Tells by its wording whether an error says that a WebAssembly engine got no memory. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'ENOMEM') ||
    /could not allocate memory|out of memory/i.test(error.message))

/** Ends the process: PostgreSQL aborted, and would keep the only thread busy for ever. */
function endProcess(why: string): never {
  const text =
    `\nThe embedded database has stopped (${why}): Deedbox ends now. Everything that was acknowledged is stored. ` +
    'Check that the disk has free space and works, then start Deedbox again.\n'
  fs.writeSync(2, text)
  process.exit(1)
}

/** Lines of what PostgreSQL said that a message has, where none says how bad it is. */
const LAST_LINES = 3

/**
 * Opens it, and once more if that fails: the recovery after a power cut can leave files in the way which the next one clears.
 * @throws StartFault with what PostgreSQL said
 */
async function openTwice<T>(
  open: (onStderr: (line: string) => boolean) => Promise<T>,
  folder: string,
  isLast = false,
): Promise<T> {
  const lines: string[] = []
  try {
    return await open((line) => {
      if (line.trim()) lines.push(line.trim())
      return true
    })
  } catch (error) {
    if (isOutOfMemory(error)) throw error
    if (!isLast) return openTwice(open, folder, true)
    const fault = lines.map((line) => /(?:ERROR|FATAL|PANIC): .*/.exec(line)?.[0]).findLast(Boolean)
    // PostgreSQL explains in plain lines that the folder is no database that it knows.
    const said = fault ?? (lines.slice(-LAST_LINES).join(' ') || String(error))
    throw new StartFault(
      `The database in ${folder} could not be opened, nor when it was tried again. PostgreSQL says: ${said}\n` +
        'Check that the disk has free space and works. Keep a copy of the data folder before you change anything in it; docs/backup.md says how to restore a backup.',
      { cause: error },
    )
  }
}

/**
 * Opens the embedded PostgreSQL (PGlite) in `<dataDir>/database`, as durable as a server: every commit is synced.
 *
 * @throws StartFault when another process has the folder open (the message names the folder and the process), there is
 * too little disk space or memory, or PostgreSQL cannot recover.
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
    // The sync covers its name and those of the folders above, also when they were made by a process that was killed before it synced them.
    syncUpwards(path.resolve(dataDir))

    // The database is queried only once it is open; opening may take long for a recovery, which reads and writes.
    let ask: () => Promise<unknown> = async () => undefined
    if (guard) watchdog = startWatchdog(() => ask())
    const syncs: SyncCounts = { files: 0, directories: 0 }
    let isOpen = false
    const ended = (why: string): never => {
      if (isOpen && guard) endProcess(why)
      throw new Error(why)
    }
    const open = (onStderr: (line: string) => boolean) =>
      PGlite.create({
        fs: new (durable(NodeFS, syncs, watchdog, ended))(folder),
        onStderr,
        // The search of documents needs it: it must be loaded before a migration creates it.
        extensions: { pg_trgm },
        parsers: {
          [types.DATE]: (value: string) => value,
          [types.BYTEA]: (value: string) => Buffer.from(value.slice(2), 'hex'),
        },
        startParams: [
          ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
          ...['-c', 'wal_sync_method=fsync'],
          // The engine has one process and one folder: the default 128 MB cost 110 MB of memory and 0.1 s of every start.
          ...['-c', 'shared_buffers=32MB'],
        ],
      })
    const pglite = await openTwice(open, folder)
    isOpen = true
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
