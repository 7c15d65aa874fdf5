import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { StartFault } from '../platform/errors.ts'
import { unpack } from './template.ts'

const fromSources = import.meta.url.endsWith('.ts')
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url))
// The builder is beside this file in the sources; the bundle has it as an entry, with the template it made.
const builder = beside(fromSources ? './embedded.build.ts' : './database-builder.js')
const template = beside('./database-template.zst')

/** Syncs one file or folder by its path: a folder's own sync is what makes a new or renamed name durable. */
export function syncPath(name: string): void {
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
 * Writes a new database to `<folder>.new`, syncs and renames it: a crash on the way leaves nothing that looks like a
 * database.
 */
export async function buildDatabase(folder: string): Promise<void> {
  const building = `${folder}.new`
  fs.rmSync(building, { recursive: true, force: true })
  if (fs.existsSync(template)) unpack(template, building)
  else {
    // The builder has its own thread: initdb needs a second engine, whose memory is freed with the thread.
    const worker = new Worker(builder, { workerData: building })
    const [code] = await once(worker, 'exit')
    if (code !== 0) throw new StartFault(`The database could not be built in ${building} (exit code ${code})`)
  }
  syncTree(building)
  // The new name is synced by whoever opens the database.
  fs.renameSync(building, folder)
}

/**
 * Locks `<dataDir>/database.lock` for this process. SQLite uses a lock of the kernel, which ends with the process
 * however it dies, so there are no stale locks. The pid file beside it is only for the message.
 */
export async function lockFolder(dataDir: string, folder: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  const pidFile = path.join(dataDir, 'database.pid')
  const lock = new DatabaseSync(path.join(dataDir, 'database.lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === 5)) throw error
    const holder = fs.existsSync(pidFile) ? fs.readFileSync(pidFile, 'utf8').trim() : ''
    throw new StartFault(
      `The database in ${folder} is in use by ${holder ? `process ${holder}` : 'another process'}. ` +
        'Stop that one first, or choose another DATA_DIR.',
    )
  }
  fs.writeFileSync(pidFile, `${process.pid}\n`)
  return lock
}
