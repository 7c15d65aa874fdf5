import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, fdatasync, linkSync, openSync, unlinkSync } from 'node:fs'
import {
  access,
  constants,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { syncFolder, syncUpwards } from '../durable.ts'
import { DOCUMENTS_RESERVE, keepRoom, type MeasureRoom, NoRoomError, type Room } from '../room.ts'
import { probeFile } from './probe.ts'
import {
  checkPath,
  MARK,
  ObjectDiffersError,
  ObjectExistsError,
  ObjectMissingError,
  PARTS,
  QUARANTINE,
  type Storage,
  type StoredObject,
} from './storage.ts'
import { writeTo } from './write-file.ts'

const datasync = promisify(fdatasync)

// Starts with a dot, which no path may, so that it is never mistaken for an object.
const INCOMING = '.incoming'
const READ_BYTES = 256 * 1024

/** Opens storage in `<dataDir>/documents`; see {@link openFolder}. */
export const openFolderStorage = (dataDir: string, measure?: MeasureRoom): Promise<Storage> =>
  openFolder(join(dataDir, 'documents'), measure)

/**
 * Opens storage in the folder `at`. Content is written to a temporary file and synced, then gets its name as a hard link, which fails when
 * the name is taken, then the folder is synced; so a name always has whole content, also after a power cut. Several servers may share the
 * folder: files that another server is writing are never touched.
 */
export async function openFolder(at: string, measure?: MeasureRoom): Promise<Storage> {
  const root = resolve(at)
  const incoming = join(root, INCOMING)
  const quarantine = join(root, QUARANTINE)
  const parts = join(root, PARTS)
  await makeFolder(incoming, root)
  syncUpwards(root)

  const room = keepRoom(root, DOCUMENTS_RESERVE, measure)
  // Folders are created, and their names in their parents synced, once in the life of the process.
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
  const locate = (path: string, folder = root): string => {
    checkPath(path)
    return join(folder, path)
  }
  /** Makes a hard link, so that no content is copied. */
  const linkTo = async (path: string, from: string, to: string) => {
    await ensureFolder(dirname(to))
    try {
      await link(from, to)
    } catch (error) {
      if (isMissing(error)) throw new ObjectMissingError(path, { cause: error })
      if (!hasCode(error, 'EEXIST')) throw error
      const [one, other] = [await stat(from), await stat(to)]
      if (one.ino !== other.ino || one.dev !== other.dev) throw new ObjectDiffersError(path)
    }
    await syncFolder(dirname(to))
  }
  const removeFile = async (file: string) => {
    await unlink(file).catch(unlessMissing)
    await syncFolder(dirname(file)).catch(unlessMissing)
  }
  /** Makes the names in a folder last, and its own: who made them may have been killed before. */
  const settle = async (folder: string) => {
    await syncFolder(folder)
    for (let at = folder; at !== root; at = dirname(at)) await syncFolder(dirname(at))
  }

  const put = async (
    path: string,
    target: string,
    content: AsyncIterable<Buffer> | Readable,
    { expected = 0 }: { expected?: number } = {},
  ) => {
    const temporary = join(incoming, randomUUID())
    // Synchronous: creating and removing names is faster than passing each to another thread.
    const fd = openSync(temporary, 'wx', 0o600)
    const made = [temporary]
    let announced: ReturnType<Room['announce']> | undefined
    try {
      announced = room.announce(expected)
      const { writer, written } = writeTo(fd, announced.written)
      await pipeline(content, writer)
      await Promise.all([datasync(fd), ensureFolder(dirname(target))])
      linkSync(temporary, target)
      made.push(target)
      unlinkSync(temporary)
      await syncFolder(dirname(target))
      return { bytes: written() }
    } catch (error) {
      if (content instanceof Readable) content.destroy()
      for (const file of made) await rm(file, { force: true })
      if (!hasCode(error, 'EEXIST')) throw error
      await settle(dirname(target))
      throw new ObjectExistsError(path, { cause: error })
    } finally {
      announced?.end()
      closeSync(fd)
    }
  }
  const openFile = (path: string, files: string[], { signal }: { signal?: AbortSignal } = {}): Readable => {
    try {
      const fd = openFirst(files)
      return createReadStream('', { fd, highWaterMark: READ_BYTES, ...(signal && { signal }) })
    } catch (error) {
      throw isMissing(error) ? new ObjectMissingError(path, { cause: error }) : error
    }
  }

  return {
    put: async (path, content, options) => put(path, locate(path), content, options),

    open: async (path, options) => openFile(path, [locate(path), locate(path, quarantine)], options),

    remove: async (path) => removeFile(locate(path)),

    has: async (path) =>
      access(locate(path)).then(
        () => true,
        (error: unknown) => unlessMissing(error) ?? false,
      ),

    async *list(prefix = '') {
      const within = folderOf(root, prefix)
      await settle(within).catch(unlessMissing)
      yield* listFolder(root, prefix)
    },

    quarantine: {
      async add(path) {
        const source = locate(path)
        await linkTo(path, source, locate(path, quarantine))
        await removeFile(source)
      },
      restore: async (path) => linkTo(path, locate(path, quarantine), locate(path)),
      remove: async (path) => removeFile(locate(path, quarantine)),
      list: () => listFolder(quarantine, ''),
    },

    parts: {
      put: (name, content, options) => put(name, locate(name, parts), content, options),
      open: async (name, options) => openFile(name, [locate(name, parts)], options),
      remove: async (name) => removeFile(locate(name, parts)),
      list: (prefix = '') => listFolder(parts, prefix),
    },
    hasRoomFor(bytes) {
      try {
        room.announce(bytes).end()
        return true
      } catch {
        return false
      }
    },

    async readMark() {
      try {
        return (await readFile(join(root, MARK), 'utf8')).trim()
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async writeMark(id, { replace }) {
      const temporary = join(incoming, randomUUID())
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(`${id}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      if (replace) await rename(temporary, join(root, MARK))
      else {
        await link(temporary, join(root, MARK)).catch((error: unknown) => {
          if (!hasCode(error, 'EEXIST')) throw error
        })
        await unlink(temporary)
      }
      await syncFolder(root)
    },

    async removeUnfinished(before) {
      for (const name of await readdir(incoming)) {
        const file = join(incoming, name)
        // The file is gone if its upload has ended since the folder was read.
        const stats = await stat(file).catch(() => undefined)
        if (stats && stats.mtime < before) await rm(file, { force: true })
      }
    },

    async check() {
      await access(incoming, constants.W_OK)
      if (!room.enough()) throw new NoRoomError(`There is no space left in ${root}`)
    },
    probe: () => probeFile(join(incoming, randomUUID())),
    describe: () => `folder ${root}`,
  }
}

/** Opens the first that exists. Synchronous, because a reader waits and it is faster than passing it to another thread. */
function openFirst([file = '', ...others]: string[]): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if (!isMissing(error) || others.length === 0) throw error
    return openFirst(others)
  }
}

/** Creates `folder` and its missing parents, and syncs every name below `durable`. */
async function makeFolder(folder: string, durable: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (let child = folder; child !== durable; child = dirname(child)) await syncFolder(dirname(child))
}

/** Returns the folder that a prefix names. */
const folderOf = (root: string, prefix: string) => join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))

async function* listFolder(root: string, prefix: string): AsyncGenerator<StoredObject> {
  // The walk goes through that folder only.
  const folder = await opendir(folderOf(root, prefix), { recursive: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for await (const entry of folder) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(root, file).split(sep).join('/')
    if (path.startsWith('.') || !path.startsWith(prefix)) continue
    // The file may have been removed since the folder was read.
    const { size, mtime } = (await stat(file).catch(() => undefined)) ?? {}
    if (size !== undefined && mtime) yield { path, bytes: size, modifiedAt: mtime }
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')

/** Lets the absence of a file or folder pass. */
function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
