import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { keepTidy } from './upkeep.ts'

/** Counts of what reached the disk since the folder was opened: what the durability test asserts. */
export interface SyncCounts {
  files: number
  directories: number
}

export interface Embedded {
  pglite: PGlite
  syncs: SyncCounts
  /** Closes PostgreSQL with a shutdown checkpoint, then lets the folder go. */
  close(): Promise<void>
}

// In the sources the builder stands beside this file; the bundle has it as an entry of its own.
const builderFile = import.meta.url.endsWith('.ts') ? './embedded.build.ts' : './database-builder.js'

/** The little of Emscripten's file system that is used here; PGlite's types leave it open. */
interface Stream {
  nfd?: number | null
  node: object
}
interface Emscripten {
  NODEFS: {
    realPath(node: Stream['node']): string
    stream_ops: { fsync?: (stream: Stream) => number }
  }
}

const EIO = 29

/** Syncs one file or folder by its path: a folder's own sync is what makes a new or renamed name durable. */
function syncPath(name: string): void {
  const fd = fs.openSync(name, 'r')
  try {
    fs.fsyncSync(fd)
  } catch (error) {
    // Windows has no sync of folders: its file system journals names itself.
    if (process.platform !== 'win32') throw error
  } finally {
    fs.closeSync(fd)
  }
}

function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(name)
    else if (entry.isFile()) syncPath(name)
  }
  syncPath(folder)
}

/**
 * Lays a new database down in `<folder>.new`, syncs it whole and renames it: a crash on the way leaves nothing that
 * looks like a database.
 */
async function buildDatabase(folder: string): Promise<void> {
  const building = `${folder}.new`
  fs.rmSync(building, { recursive: true, force: true })
  const worker = new Worker(new URL(builderFile, import.meta.url), { workerData: building })
  const [code] = await once(worker, 'exit')
  if (code !== 0) throw new Error(`The database could not be built in ${building} (exit code ${code})`)
  syncTree(building)
  fs.renameSync(building, folder)
  const dataDir = path.dirname(folder)
  syncPath(dataDir)
  syncPath(path.dirname(dataDir)) // the data folder may be as new
}

/**
 * Takes `<dataDir>/database.lock` for this process. SQLite holds it as a lock of the kernel, which ends with the
 * process however it dies, so no stale lock is ever to be judged. The pid file beside it only words the message.
 */
async function lockFolder(dataDir: string, folder: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  const pidFile = path.join(dataDir, 'database.pid')
  const lock = new DatabaseSync(path.join(dataDir, 'database.lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === 5)) throw error
    const holder = fs.existsSync(pidFile) ? fs.readFileSync(pidFile, 'utf8').trim() : ''
    throw new Error(
      `The database in ${folder} is in use by ${holder ? `process ${holder}` : 'another process'}. ` +
        'Stop that one first, or choose another DATA_DIR.',
    )
  }
  fs.writeFileSync(pidFile, `${process.pid}\n`)
  return lock
}

/**
 * Opens the embedded PostgreSQL (PGlite) in `<dataDir>/database`, as durable as a server: every commit is synced.
 *
 * @throws when another process has the folder open; the message names the folder and the process.
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const folder = path.resolve(dataDir, 'database')
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir, folder)
  const syncs: SyncCounts = { files: 0, directories: 0 }
  try {
    const [{ PGlite, types }, { NodeFS }, { pg_trgm }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('@electric-sql/pglite/nodefs'),
      import('@electric-sql/pglite/contrib/pg_trgm'),
    ])
    if (!fs.existsSync(folder)) await buildDatabase(folder)

    class DurableFS extends NodeFS {
      override async init(...[pg, options]: Parameters<InstanceType<typeof NodeFS>['init']>) {
        const { emscriptenOpts } = await super.init(pg, options)
        const hook = (module: unknown) => {
          const { NODEFS: nodeFs } = module as Emscripten
          nodeFs.stream_ops.fsync = (stream) => {
            try {
              const fd = stream.nfd
              if (typeof fd === 'number' && !fs.fstatSync(fd).isDirectory()) {
                fs.fdatasyncSync(fd)
                syncs.files++
              } else {
                syncPath(nodeFs.realPath(stream.node))
                syncs.directories++
              }
              return 0
            } catch {
              return EIO // PostgreSQL panics on it, as it must: what it wrote may be lost
            }
          }
        }
        return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } }
      }
    }

    const pglite = await PGlite.create({
      fs: new DurableFS(folder),
      // For the search of documents: it has to be here before a migration asks for it.
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
    const stopUpkeep = keepTidy(pglite, () => syncs.files)
    return {
      pglite,
      syncs,
      close: async () => {
        await stopUpkeep()
        await pglite.close()
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}
