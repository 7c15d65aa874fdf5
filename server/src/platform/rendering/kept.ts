import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'

/** A drawn page without a watermark. */
export type DrawnPage = { image: Buffer; width: number; height: number }

type Entry = { at: number; length: number; key: Buffer; width: number; height: number; madeAt: number }

const algorithm = 'aes-256-gcm'
const tagBytes = 16
/** Each key encrypts one page only, so the nonce may be constant. */
const nonce = Buffer.alloc(12)

type Options = { folder: string; maxBytes: number; keepMs: number; logger: Logger }

/**
 * Drawn pages, kept encrypted for a while in one file of bounded size, used as a ring buffer. The file is unlinked once it
 * is open, so that it disappears when this process ends for any reason. Each page has its own key, in memory only, and is
 * unreadable once that is dropped. If the disk cannot be written, pages are drawn again.
 */
export function keepPages({ folder, maxBytes, keepMs, logger }: Options) {
  const entries = new Map<string, Entry>()
  let file: Promise<FileHandle | undefined> | undefined
  let head = 0

  async function openFile(): Promise<FileHandle | undefined> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `drawn-pages-${randomBytes(8).toString('hex')}`)
      const handle = await open(path, 'wx+', 0o600)
      await rm(path, { force: true })
      return handle
    } catch (error) {
      logger.warn({ code: (error as NodeJS.ErrnoException).code }, 'drawn pages cannot be kept')
      return undefined
    }
  }

  /** Reserves so many bytes; pages that were there are dropped. */
  function room(length: number): number {
    const at = head + length > maxBytes ? 0 : head
    head = at + length
    for (const [key, entry] of entries)
      if (entry.at < head && entry.at + entry.length > at) entries.delete(key)
    return at
  }

  return {
    async get(name: string): Promise<DrawnPage | undefined> {
      const entry = entries.get(name)
      const handle = entry && (await file)
      if (!handle) return undefined
      const { at, length, key, width, height, madeAt } = entry
      try {
        if (Date.now() - madeAt > keepMs) throw new Error('too old')
        const sealed = Buffer.allocUnsafeSlow(length)
        await handle.read(sealed, 0, length, at)
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
        decipher.setAuthTag(sealed.subarray(length - tagBytes))
        const image = decipher.update(sealed.subarray(0, length - tagBytes))
        decipher.final()
        return { image, width, height }
      } catch {
        if (entries.get(name) === entry) entries.delete(name)
        return undefined
      }
    },

    /** Tells whether it is kept. */
    has(name: string): boolean {
      const entry = entries.get(name)
      return entry !== undefined && Date.now() - entry.madeAt <= keepMs
    },

    /** Keeps a page, unless `stillWanted` says after the write that it was forgotten in the meantime. */
    async put(name: string, { image, width, height }: DrawnPage, stillWanted = () => true): Promise<void> {
      const length = image.length + tagBytes
      if (length > maxBytes / 4) return
      file ??= openFile()
      const handle = await file
      if (!handle) return
      const key = randomBytes(32)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      const sealed = Buffer.concat([cipher.update(image), cipher.final(), cipher.getAuthTag()])
      const at = room(length)
      try {
        await handle.write(sealed, 0, length, at)
        if (stillWanted()) entries.set(name, { at, length, key, width, height, madeAt: Date.now() })
      } catch {
        // No disk space: the page is drawn again next time.
      }
    },

    /** Forgets every page whose name starts with this. */
    forget(start: string): void {
      for (const name of entries.keys()) if (name.startsWith(start)) entries.delete(name)
    },

    async close(): Promise<void> {
      entries.clear()
      const handle = await file
      file = Promise.resolve(undefined)
      await handle?.close()
    },
  }
}
