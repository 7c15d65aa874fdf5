import { once } from 'node:events'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

/* Data folders that earlier versions made, kept so that every upgrade can be tried: server/releases/README.md. */

/** What is known of a kept data folder; the first line of its part of the file. */
type Kept = {
  /** The newest migration that its version had, e.g. 0005_readings_by_day. */
  name: string
  /** How many rows each of these tables had. */
  rows: Record<string, number>
  files: { name: string; bytes: number }[]
}
export type Release = Omit<Kept, 'files'> & { folder: string }

const kept = join(import.meta.dirname, '..', '..', 'releases')
// All data folders begin with the same system tables: a window of 128 MB holds the three folders before.
const windowLog = 27
const NEWLINE = 10

const packs = () =>
  fs
    .readdirSync(kept)
    .filter((name) => name.startsWith('data-'))
    .sort()

/** The number of the newest migration whose data is kept: with it, the name of the last file ends. */
export const newestKept = () => Number(packs().at(-1)?.slice(-'0000.zst'.length, -'.zst'.length))

/** Each kept data folder that is wanted, unpacked into a folder of its own below `home`, oldest first. */
export async function* releases(home: string, isWanted: (name: string) => boolean): AsyncGenerator<Release> {
  for (const pack of packs()) yield* unpack(join(kept, pack), home, isWanted)
}

/** The server of the release before this one, unpacked into a folder below `home`, which must be inside the repository. */
export async function olderServer(home: string): Promise<string> {
  for await (const { folder } of unpack(join(kept, 'server.zst'), home)) return folder
  throw new Error('There is no older server')
}

async function* unpack(
  file: string,
  home: string,
  isWanted: (name: string) => boolean = () => true,
): AsyncGenerator<Release> {
  const plain = fs
    .createReadStream(file)
    .pipe(createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: windowLog } }))
  const take = reader(plain)
  for (;;) {
    const line = await take.line()
    if (line === null) return
    const { files, ...release } = JSON.parse(line) as Kept
    const folder = join(home, release.name)
    const wanted = isWanted(release.name)
    for (const { name, bytes } of files) {
      if (!wanted) {
        await take.bytes(bytes)
        continue
      }
      const target = join(folder, name)
      fs.mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      if (name.endsWith('/')) fs.mkdirSync(target, { recursive: true, mode: 0o700 })
      else fs.writeFileSync(target, await take.bytes(bytes), { mode: 0o600 })
    }
    if (wanted) yield { ...release, folder }
  }
}

/** Reads lines and counted bytes from a stream. */
function reader(stream: Readable) {
  let held: Buffer = Buffer.alloc(0)
  const chunks = stream[Symbol.asyncIterator]()
  const more = async () => {
    const { value, done } = await chunks.next()
    if (!done) held = Buffer.concat([held, value])
    return !done
  }
  const cut = (bytes: number) => {
    const part = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return part
  }
  return {
    async line(): Promise<string | null> {
      while (!held.includes(NEWLINE)) if (!(await more())) return null
      return cut(held.indexOf(NEWLINE) + 1).toString()
    },
    async bytes(count: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let left = count; left > 0; ) {
        if (held.length === 0 && !(await more())) throw new Error('The file ends too early')
        const part = cut(Math.min(left, held.length))
        left -= part.length
        parts.push(part)
      }
      return Buffer.concat(parts)
    },
  }
}

/** Packs data folders into one new file. The databases must be closed. */
export async function packReleases(all: Release[], file: string): Promise<void> {
  const zstd = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: 15,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: windowLog,
    },
  })
  const out = fs.createWriteStream(file, { flags: 'wx' })
  zstd.pipe(out)
  const write = async (bytes: string | Buffer) => {
    if (!zstd.write(bytes)) await once(zstd, 'drain')
  }
  for (const { folder, ...release } of all) {
    const files = fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isDirectory() || one.isFile())
      .map((one) => {
        const path = join(one.parentPath, one.name)
        const name = path.slice(folder.length + 1)
        return one.isDirectory() ? { name: `${name}/`, bytes: 0 } : { name, bytes: fs.statSync(path).size }
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1))
    await write(`${JSON.stringify({ ...release, files } satisfies Kept)}\n`)
    for (const { name } of files) if (!name.endsWith('/')) await write(fs.readFileSync(join(folder, name)))
  }
  zstd.end()
  await once(out, 'close')
}
