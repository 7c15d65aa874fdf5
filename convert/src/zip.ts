import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { ConvertError } from './error.ts'
import { checkMemory, type Limits } from './limits.ts'
import { type Element, parseXml } from './xml.ts'
import { directory, orUnreadable } from './zip-directory.ts'

/*
 * The parts of a ZIP file, each unpacked only when it is asked for, and never beyond its limit. yauzl reads the format, refuses
 * names that lead out of the file, and parts that are longer or shorter than they claim; the limits of size are ours.
 */

export type Zip = {
  /** The part, if there is one. @throws ConvertError unreadable; too-large beyond `max` bytes, or unpacked in all */
  read(name: string, max?: number): Promise<Buffer | undefined>
  /** As much of the part as the limit allows, and whether that is all of it. @throws ConvertError as `read` */
  readStart(name: string, max: number): Promise<{ bytes: Buffer; whole: boolean } | undefined>
  /** The part as XML; an element without name and children where there is no such part. @throws ConvertError as `read` */
  xml(name: string): Promise<Element>
}

const mib = 1024 * 1024
/** Bytes of one part. */
const maxPart = 48 * mib
/** Bytes of all parts that are read. */
const maxAll = 256 * mib
/** Largest size of a part beyond `maxPart`, as a multiple of its packed size: a sheet of which only the start is read. */
const maxRatio = 250
/** Memory of XML of many short paragraphs once it is read, as a multiple of its size. */
const timesXml = 8

/** @throws ConvertError unreadable, encrypted, too-large, memory */
export async function openZip(bytes: Buffer, limits: Limits = {}): Promise<Zip> {
  const file = await orUnreadable(() => yauzl.fromBufferPromise(bytes))
  const entries = await directory(file)
  const xml = [...entries.values()].filter(({ fileName }) => fileName.endsWith('.xml'))
  checkMemory(limits, xml.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) * timesXml)
  let all = 0

  async function unpack(name: string, max: number) {
    const entry = entries.get(name)
    if (!entry) return undefined
    if (entry.isEncrypted()) throw new ConvertError('encrypted')
    // A picture that is packed in another way is shown as one that cannot be drawn.
    if (!entry.canDecodeFileData()) return undefined
    if (entry.uncompressedSize > Math.max(maxPart, entry.compressedSize * maxRatio))
      throw new ConvertError('too-large')
    const part = await orUnreadable(async () => start(await file.openReadStreamPromise(entry), max))
    if (part.whole && crc32(part.bytes) !== entry.crc32) throw new ConvertError('unreadable')
    all += part.bytes.length
    if (all > maxAll) throw new ConvertError('too-large')
    return part
  }

  async function read(name: string, max = maxPart): Promise<Buffer | undefined> {
    const part = await unpack(name, max)
    if (part && !part.whole) throw new ConvertError('too-large')
    return part?.bytes
  }
  return { read, readStart: unpack, xml: async (name) => parseXml(await read(name), limits) }
}

async function start(part: Readable, max: number): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of part as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > max) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, max), whole: length <= max }
}
