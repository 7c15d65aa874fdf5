import fs from 'node:fs'
import path from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** A new database as one file: an index line of all folders and files, then the contents one after the other, compressed. */
interface Entry {
  name: string
  /** Size; absent for a folder. */
  bytes?: number
}

const NEWLINE = 10

/** Packs everything in `folder` into `file`, by a level of zstd. */
export function pack(folder: string, file: string, level = 3): void {
  const entries: Entry[] = []
  const contents: Buffer[] = []
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const one of files) {
    const full = path.join(one.parentPath, one.name)
    const name = path.relative(folder, full).split(path.sep).join('/')
    if (one.isDirectory()) entries.push({ name })
    else {
      const content = fs.readFileSync(full)
      entries.push({ name, bytes: content.length })
      contents.push(content)
    }
  }
  const index = Buffer.from(`${JSON.stringify(entries)}\n`)
  const params = { [constants.ZSTD_c_compressionLevel]: level }
  fs.writeFileSync(`${file}.new`, zstdCompressSync(Buffer.concat([index, ...contents]), { params }))
  fs.renameSync(`${file}.new`, file)
}

/** Unpacks into `folder`, readable for this user only. */
export function unpack(file: string, folder: string): void {
  const all = zstdDecompressSync(fs.readFileSync(file))
  const end = all.indexOf(NEWLINE)
  const entries = JSON.parse(all.subarray(0, end).toString()) as Entry[]
  // A folder may be listed after its files.
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  let at = end + 1
  for (const { name, bytes } of entries) {
    const target = path.join(folder, name)
    fs.mkdirSync(bytes === undefined ? target : path.dirname(target), { recursive: true, mode: 0o700 })
    if (bytes === undefined) continue
    fs.writeFileSync(target, all.subarray(at, at + bytes), { mode: 0o600 })
    at += bytes
  }
}
