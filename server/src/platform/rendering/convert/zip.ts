import { createInflateRaw } from 'node:zlib'
import { RenderError } from '../messages.ts'

/*
 * The parts of a zip file, each unpacked only when it is asked for, and never beyond its limit: what a part claims to be is
 * not believed (APPNOTE 4.3; no zip64, which files of this size do not need).
 */

export type Zip = {
  names: string[]
  /** The part, if there is one. @throws RenderError unreadable; too-large beyond `max` bytes, or unpacked in all */
  read(name: string, max?: number): Promise<Buffer | undefined>
  /** As much of the part as the limit allows, and whether that is all of it. */
  readStart(name: string, max: number): Promise<{ bytes: Buffer; whole: boolean } | undefined>
}

const mib = 1024 * 1024
const maxParts = 20_000
const maxPart = 48 * mib
/** Of all parts that are read. */
const maxAll = 256 * mib

const endMark = 0x06_05_4b_50
const entryMark = 0x02_01_4b_50
const partMark = 0x04_03_4b_50

type Entry = { method: number; packed: number; at: number }

/** @throws RenderError unreadable, encrypted, too-large */
export function openZip(bytes: Buffer): Zip {
  const entries = directory(bytes)
  let all = 0

  async function unpack(name: string, max: number) {
    const entry = entries.get(name)
    if (!entry) return undefined
    if (entry.at + 30 > bytes.length || bytes.readUInt32LE(entry.at) !== partMark)
      throw new RenderError('unreadable')
    const from = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28)
    const packed = bytes.subarray(from, from + entry.packed)
    const unpacked = entry.method === 0 ? cut(packed, max) : await inflate(packed, max)
    all += unpacked.bytes.length
    if (all > maxAll) throw new RenderError('too-large')
    return unpacked
  }

  return {
    names: [...entries.keys()],
    readStart: unpack,
    async read(name, max = maxPart) {
      const part = await unpack(name, max)
      if (part && !part.whole) throw new RenderError('too-large')
      return part?.bytes
    },
  }
}

const cut = (bytes: Buffer, max: number) => ({ bytes: bytes.subarray(0, max), whole: bytes.length <= max })

async function inflate(packed: Buffer, max: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  const stream = createInflateRaw()
  stream.end(packed)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > max) break
    }
  } catch (error) {
    throw new RenderError('unreadable', (error as NodeJS.ErrnoException).code)
  }
  return cut(Buffer.concat(chunks), max)
}

function directory(bytes: Buffer): Map<string, Entry> {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(endMark)
  const end = bytes.length < 22 ? -1 : bytes.lastIndexOf(mark, bytes.length - 22)
  if (end < 0) throw new RenderError('unreadable')
  const count = bytes.readUInt16LE(end + 10)
  if (count > maxParts) throw new RenderError('too-large')
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw new RenderError('unreadable')
    const [flags = 0, method = 0, name = 0, extra = 0, comment = 0] = [8, 10, 28, 30, 32].map((field) =>
      bytes.readUInt16LE(at + field),
    )
    if (flags & 1) throw new RenderError('encrypted')
    const entry = { method, packed: bytes.readUInt32LE(at + 20), at: bytes.readUInt32LE(at + 42) }
    if (method === 0 || method === 8) entries.set(bytes.toString('utf8', at + 46, at + 46 + name), entry)
    at += 46 + name + extra + comment
  }
  return entries
}
