import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Server } from '../../e2e/support/server.ts'
import { residentMb } from '../../server/src/testing/resident.ts'

/* Large files, and the memory of a server that takes them or gives them back. */

export const MB = 1024 * 1024
export type File = Awaited<ReturnType<typeof makeFile>>

/** Makes a file of random content that begins as a PDF; returns its path, size and hash. */
export async function makeFile(folder: string, megabytes: number) {
  const path = join(folder, `deeds-${megabytes}.pdf`)
  const hash = createHash('sha256')
  const stream = createCipheriv('aes-128-ctr', randomBytes(16), randomBytes(16))
  async function* content() {
    const begin = Buffer.from('%PDF-1.7\n')
    hash.update(begin)
    yield begin
    for (let n = 0; n < megabytes; n++) {
      const bytes = stream.update(Buffer.alloc(MB))
      hash.update(bytes)
      yield bytes
    }
  }
  await pipeline(Readable.from(content()), createWriteStream(path))
  return { path, bytes: statSync(path).size, sha256: hash.digest('hex') }
}

/** Sends a file by the plain call. */
export async function sendPlain(server: Server, cookie: string, file: File, title: string): Promise<void> {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const to = `${server.address}/api/documents?fileName=deeds.pdf&title=${encodeURIComponent(title)}`
    const headers = { cookie, 'content-type': 'application/pdf', 'content-length': file.bytes }
    const sent = request(to, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
    createReadStream(file.path).pipe(sent)
  })
  if (status !== 201) throw new Error(`The plain call answered ${status}`)
}

/** Measures the most memory of a server while `work` runs, and before. */
export async function watching<T>(server: Server, work: () => Promise<T>) {
  const before = residentMb(server.pid)
  let most = before
  const timer = setInterval(() => {
    try {
      most = Math.max(most, residentMb(server.pid))
    } catch {
      // It was killed.
    }
  }, 200)
  try {
    return { result: await work(), before, most: () => most }
  } finally {
    clearInterval(timer)
  }
}
