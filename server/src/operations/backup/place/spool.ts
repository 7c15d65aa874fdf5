import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { counting, type Digest } from './digest.ts'

/** Files of one run, in the data folder; starts with a dot as everything there that is not for keeping. */
const SPOOL = '.backup'

/** Opens an empty folder for this run; what an earlier one left is removed. `remove` when it ends. */
export async function openSpool(dataDir: string) {
  const folder = join(dataDir, SPOOL)
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { file: (name: string) => join(folder, name), remove }
}

export type Sink = {
  /** Takes text, and waits while the disk is slower. */
  write(text: string): Promise<void>
  end(): Promise<Digest>
  /** Gives up; what was written is of no use. */
  destroy(): void
}

/** Writes a file that only the private key of `recipient` opens: compressed, encrypted with age, as it comes. */
export async function encryptedFile(file: string, recipient: string): Promise<Sink> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const gzip = createGzip({ level: 1 })
  const encrypted = await encrypter.encrypt(Readable.toWeb(gzip) as globalThis.ReadableStream<Uint8Array>)
  const { through, result } = counting()
  const written = pipeline(
    Readable.fromWeb(encrypted as unknown as ReadableStream),
    through,
    createWriteStream(file, { mode: 0o600 }),
  )
  written.catch(() => undefined)
  return {
    async write(text) {
      if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written])
    },
    async end() {
      gzip.end()
      await written
      return result()
    },
    destroy: () => void gzip.destroy(new Error('given up')),
  }
}
