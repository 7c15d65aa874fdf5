import { textOf } from './bytes.ts'
import { ProofError } from './error.ts'

/** Files of evidence, wherever they lie. */
export interface Files {
  names: readonly string[]
  /** Bytes of a file, piece by piece. */
  read(name: string): AsyncIterable<Uint8Array>
}

/** Bytes of a ZIP, read where they are asked for, so that a large one need not be in memory. */
export interface Bytes {
  size: number
  read(start: number, end: number): Promise<Uint8Array>
}

/** Bytes that are read of a file at once. */
const PIECE_BYTES = 1024 * 1024

/** Bytes of the ZIP's last record with the longest comment. */
const LAST_BYTES = 22 + 65_535

/** Limit of bytes of a ZIP's directory: 20,000 proofs and as many documents need a tenth of it. */
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const large = (view: DataView, at: number) => Number(view.getBigUint64(at, true))
const broken = () => new ProofError('The file is not a whole ZIP.')

/** Place and size of the directory of a ZIP (APPNOTE 6.3, sections 4.3.14 to 4.3.16). */
async function directoryOf(zip: Bytes): Promise<{ start: number; size: number }> {
  const from = Math.max(0, zip.size - LAST_BYTES)
  const view = viewOf(await zip.read(from, zip.size))
  for (let at = view.byteLength - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    const [size, start] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)]
    if (start !== 0xffffffff && size !== 0xffffffff && view.getUint16(at + 10, true) !== 0xffff)
      return { start, size }
    const locator = viewOf(await zip.read(from + at - 20, from + at))
    const end = large(locator, 8)
    const record = viewOf(await zip.read(end, end + 56))
    if (locator.getUint32(0, true) !== 0x07064b50 || record.getUint32(0, true) !== 0x06064b50) throw broken()
    return { size: large(record, 40), start: large(record, 48) }
  }
  throw broken()
}

interface Entry {
  offset: number
  size: number
}

/** Entry at a place of the directory, with sizes that may stand in its ZIP64 field (section 4.5.3). */
function entryAt(view: DataView, at: number): Entry {
  let size = view.getUint32(at + 24, true)
  let packed = view.getUint32(at + 20, true)
  let offset = view.getUint32(at + 42, true)
  const extraFrom = at + 46 + view.getUint16(at + 28, true)
  const extraTo = extraFrom + view.getUint16(at + 30, true)
  for (let field = extraFrom; field + 4 <= extraTo; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue
    let next = field + 4
    const read = (value: number) => {
      if (value !== 0xffffffff) return value
      next += 8
      return large(view, next - 8)
    }
    size = read(size)
    packed = read(packed)
    offset = read(offset)
  }
  if (view.getUint16(at + 10, true) !== 0 || size !== packed)
    throw new ProofError('The ZIP is compressed: it is not the one that Deedbox made.')
  return { offset, size }
}

/** Files of a ZIP whose entries are not compressed. Refused: one that is cut off, and a name that stands there twice. */
export async function zipFiles(zip: Bytes): Promise<Files> {
  try {
    return await readZip(zip)
  } catch (error) {
    if (error instanceof RangeError) throw broken()
    throw error
  }
}

async function readZip(zip: Bytes): Promise<Files> {
  const { start, size } = await directoryOf(zip)
  if (size > MAX_DIRECTORY_BYTES || start + size > zip.size) throw broken()
  const bytes = await zip.read(start, start + size)
  const view = viewOf(bytes)
  const entries = new Map<string, Entry>()
  for (let at = 0; at < size; ) {
    if (view.getUint32(at, true) !== 0x02014b50) throw broken()
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const name = textOf(bytes.subarray(at + 46, nameEnd))
    if (entries.has(name)) throw new ProofError(`The ZIP has ${name} twice.`)
    entries.set(name, entryAt(view, at))
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) throw new ProofError(`There is no ${name}.`)
      const head = viewOf(await zip.read(entry.offset, entry.offset + 30))
      if (head.getUint32(0, true) !== 0x04034b50) throw broken()
      let at = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
      const end = at + entry.size
      if (end > zip.size) throw broken()
      for (; at < end; at += PIECE_BYTES) yield await zip.read(at, Math.min(end, at + PIECE_BYTES))
    },
  }
}
