import { randomUUID } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  fdatasync,
  fsync,
  linkSync,
  openSync,
  unlinkSync,
  write,
  writev,
} from 'node:fs'
import { access, constants, mkdir, opendir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import {
  checkPath,
  ObjectExistsError,
  ObjectMissingError,
  type Storage,
  type StoredObject,
} from './storage.ts'

const datasync = promisify(fdatasync)
const sync = promisify(fsync)
const writeAllOf = promisify(writev)
const writeSome = promisify(write)

// Begins with a dot, which no path may, so that it is never taken for an object.
const INCOMING = '.incoming'
const READ_BYTES = 256 * 1024
const WRITE_BYTES = 512 * 1024

/**
 * Storage in `<dataDir>/documents`. Content is written to a temporary file, then given its name with a hard link, which
 * fails when the name is taken, then both are synced; so a name shows whole content, whenever the process dies. A put
 * that returned survives a power cut; one that a power cut interrupted may leave a name with damaged content.
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
      // Names are made and taken away at once: that takes less than handing each to another thread.
      const fd = openSync(temporary, 'wx', 0o600)
      const made = [temporary]
      try {
        const { writer, written } = writeTo(fd)
        await pipeline(content, writer)
        await ensureFolder(dirname(target))
        linkSync(temporary, target)
        made.push(target)
        unlinkSync(temporary)
        // At once, so that the file system can write both in one go: it halves the time of a small upload.
        await Promise.all([datasync(fd), syncFolder(dirname(target))])
        return { bytes: written() }
      } catch (error) {
        if (content instanceof Readable) content.destroy()
        for (const file of made) await rm(file, { force: true })
        throw hasCode(error, 'EEXIST') ? new ObjectExistsError(path, { cause: error }) : error
      } finally {
        closeSync(fd)
      }
    },

    async open(path, { signal } = {}) {
      try {
        // Opened at once: it takes less than handing it to another thread, and a reader waits for it.
        const fd = openSync(locate(path), 'r')
        return createReadStream('', { fd, highWaterMark: READ_BYTES, ...(signal && { signal }) })
      } catch (error) {
        throw isMissing(error) ? new ObjectMissingError(path, { cause: error }) : error
      }
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

/** Writes to a new file that stays open, in few large writes; the next pieces gather while one is under way. */
function writeTo(fd: number): { writer: Writable; written: () => number } {
  let position = 0
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  const flush = async () => {
    const chunks = gathered
    const end = position + gatheredBytes
    gathered = []
    gatheredBytes = 0
    if (end > position) position += (await writeAllOf(fd, chunks, position)).bytesWritten
    if (position === end) return
    // Written short, as when the disk is nearly full: writing the rest says why.
    const rest = Buffer.concat(chunks).subarray(position - end)
    while (position < end) {
      const done = rest.length - (end - position)
      position += (await writeSome(fd, rest, done, rest.length - done, position)).bytesWritten
    }
  }
  const writer = new Writable({
    highWaterMark: WRITE_BYTES,
    write(chunk: Buffer, _encoding, done) {
      gathered.push(chunk)
      gatheredBytes += chunk.length
      if (gatheredBytes < WRITE_BYTES) done()
      else void flush().then(() => done(), done)
    },
    final: (done) => void flush().then(() => done(), done),
  })
  return { writer, written: () => position }
}

/** Makes `folder` with what is missing above it, and syncs every name on the way down from `durable`. */
async function makeFolder(folder: string, durable: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (let child = folder; child !== durable; child = dirname(child)) await syncFolder(dirname(child))
}

/** Makes the names in a folder survive a power cut. Windows has no such call, and syncs them itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    await sync(fd)
  } finally {
    closeSync(fd)
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
