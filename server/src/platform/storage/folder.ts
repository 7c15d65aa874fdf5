import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, link, mkdir, open, opendir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  checkPath,
  ObjectExistsError,
  ObjectMissingError,
  type Storage,
  type StoredObject,
} from './storage.ts'

// Begins with a dot, which no path may, so that it is never taken for an object.
const INCOMING = '.incoming'
const READ_BYTES = 256 * 1024
const WRITE_BYTES = 512 * 1024

/**
 * Storage in `<dataDir>/documents`. Content is written to a temporary file, synced, and then given its name with a
 * hard link, which fails when the name is taken; so a name only ever shows whole content, even after a power cut.
 * One process at a time: what it finds unfinished at its start, it sweeps.
 */
export async function openFolderStorage(dataDir: string): Promise<Storage> {
  const root = resolve(dataDir, 'documents')
  const incoming = join(root, INCOMING)
  await rm(incoming, { recursive: true, force: true })
  await makeFolder(incoming, dirname(root))

  // Every folder is made, and its name in its parent synced, once in the life of the process.
  const folders = new Map<string, Promise<void>>()
  const ensureFolder = (folder: string): Promise<void> => {
    let made = folders.get(folder)
    if (!made) {
      made = makeFolder(folder, root)
      folders.set(folder, made)
      made.catch(() => folders.delete(folder))
    }
    return made
  }
  const locate = (path: string): string => {
    checkPath(path)
    return join(root, path)
  }

  return {
    async put(path, content) {
      const target = locate(path)
      const temporary = join(incoming, randomUUID())
      try {
        const bytes = await writeSynced(temporary, content)
        await ensureFolder(dirname(target))
        await link(temporary, target)
        await Promise.all([syncFolder(dirname(target)), unlink(temporary)])
        return { bytes }
      } catch (error) {
        await rm(temporary, { force: true })
        throw hasCode(error, 'EEXIST') ? new ObjectExistsError(path, { cause: error }) : error
      }
    },

    async open(path, { signal } = {}) {
      const stream = createReadStream(locate(path), { highWaterMark: READ_BYTES, ...(signal && { signal }) })
      await new Promise<void>((ready, fail) => stream.once('open', () => ready()).once('error', fail)).catch(
        (error) => {
          throw isMissing(error) ? new ObjectMissingError(path, { cause: error }) : error
        },
      )
      return stream
    },

    async remove(path) {
      const target = locate(path)
      try {
        await unlink(target)
        await syncFolder(dirname(target))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    list: (prefix = '') => listFolder(root, prefix),
    check: () => access(incoming, constants.W_OK),
    describe: () => `folder ${root}`,
  }
}

/** Writes a new file that nobody else may read, and syncs it before it is closed; resolves to its size in bytes. */
async function writeSynced(file: string, content: AsyncIterable<Buffer> | Readable): Promise<number> {
  const writer = createWriteStream(file, {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: WRITE_BYTES,
  })
  await pipeline(content, writer)
  return writer.bytesWritten
}

/** Makes `folder` with what is missing above it, and syncs every name on the way down from `durable`. */
async function makeFolder(folder: string, durable: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (let child = folder; child !== durable; child = dirname(child)) await syncFolder(dirname(child))
}

/** Makes the names in a folder survive a power cut. Windows has no such call, and syncs them itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listFolder(root: string, prefix: string): AsyncGenerator<StoredObject> {
  for await (const entry of await opendir(root, { recursive: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(root, file).split(sep).join('/')
    if (path.startsWith('.') || !path.startsWith(prefix)) continue
    // Gone since the folder was read: not an object any more.
    const { size, mtime } = (await stat(file).catch(() => undefined)) ?? {}
    if (size !== undefined && mtime) yield { path, bytes: size, modifiedAt: mtime }
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')
