import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  rm,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable, Writable } from 'node:stream'
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
      const made: string[] = []
      let handle: FileHandle | undefined
      try {
        handle = await open(temporary, 'wx', 0o600)
        made.push(temporary)
        const { writer, written } = writeTo(handle)
        await pipeline(content, writer)
        await ensureFolder(dirname(target))
        await link(temporary, target)
        made.push(target)
        // At once, so that the file system can write all three in one go: it halves the time of a small upload.
        await Promise.all([handle.datasync(), syncFolder(dirname(target)), unlink(temporary)])
        return { bytes: written() }
      } catch (error) {
        if (content instanceof Readable) content.destroy()
        for (const file of made) await rm(file, { force: true })
        throw hasCode(error, 'EEXIST') ? new ObjectExistsError(path, { cause: error }) : error
      } finally {
        await handle?.close()
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

/** Writes to a new file that stays open. While one write is under way the next pieces gather, and then go together. */
function writeTo(handle: FileHandle): { writer: Writable; written: () => number } {
  let position = 0
  const write = async (chunks: Buffer[]) => {
    const end = position + chunks.reduce((sum, { length }) => sum + length, 0)
    position += (await handle.writev(chunks, position)).bytesWritten
    if (position === end) return
    // Written short, as when the disk is nearly full: writing the rest says why.
    const rest = Buffer.concat(chunks).subarray(position - end)
    while (position < end) {
      const done = rest.length - (end - position)
      position += (await handle.write(rest, done, rest.length - done, position)).bytesWritten
    }
  }
  const writer = new Writable({
    highWaterMark: WRITE_BYTES,
    write: (chunk: Buffer, _encoding, done) => void write([chunk]).then(() => done(), done),
    writev: (items, done) => void write(items.map(({ chunk }) => chunk)).then(() => done(), done),
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
