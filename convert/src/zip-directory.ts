import { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { ConvertError } from './error.ts'

const maxParts = 20_000
/** Bytes of the header before each part, without its name (APPNOTE 4.3.7). */
const headerBytes = 30

/**
 * The names of the parts, by the directory at the end of a ZIP file of `size` bytes.
 * @param end the last bytes of the file, or all of them
 * @throws ConvertError unreadable, also where the directory begins before `end`; encrypted, too-large
 */
export async function namesInZip(end: Buffer, size: number): Promise<string[]> {
  const file = await orUnreadable(() => yauzl.fromRandomAccessReaderPromise(new EndOfFile(end, size), size))
  return [...(await directory(file)).keys()]
}

/** A file of which only the last bytes are at hand. */
class EndOfFile extends yauzl.RandomAccessReader {
  readonly #end: Buffer
  readonly #from: number

  constructor(end: Buffer, size: number) {
    super()
    this.#end = end
    this.#from = size - end.length
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const from = start - this.#from
    return from < 0
      ? new Readable({ read: (): void => void 0 }).destroy(new ConvertError('unreadable'))
      : Readable.from([this.#end.subarray(from, end - this.#from)])
  }
}

/**
 * Every part by its name. A file in which two readers could see different things is refused.
 * @throws ConvertError unreadable, encrypted, too-large
 */
export async function directory(file: ZipFile): Promise<Map<string, Entry>> {
  if (file.entryCount > maxParts) throw new ConvertError('too-large')
  const entries = new Map<string, Entry>()
  await orUnreadable(async () => {
    for await (const entry of file.eachEntry()) {
      if (entries.has(entry.fileName)) throw new ConvertError('unreadable', 'two parts of one name')
      entries.set(entry.fileName, entry)
    }
  })
  let end = 0
  const inOrder = [...entries.values()].sort(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )
  for (const entry of inOrder) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new ConvertError('unreadable', 'parts overlap')
    end = entry.relativeOffsetOfLocalHeader + headerBytes + entry.fileNameRaw.length + entry.compressedSize
  }
  return entries
}

/** A file that yauzl refuses is unreadable; its message may hold a name of the file's, which logs do not get. */
export async function orUnreadable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ConvertError) throw error
    const encrypted = error instanceof Error && error.message.includes('encryption')
    throw new ConvertError(encrypted ? 'encrypted' : 'unreadable')
  }
}
