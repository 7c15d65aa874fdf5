import { availableParallelism, tmpdir } from 'node:os'
import type { Logger } from 'pino'
import { type OpenedFile, openFiles } from './converted.ts'
import { createFlights } from './flights.ts'
import { type DrawnPage, keepPages } from './kept.ts'
import { markedPages } from './marked.ts'
import {
  type Bytes,
  type Drawing,
  type FromWorker,
  type Hit,
  type OutlineEntry,
  type PageSize,
  type PageText,
  RenderError,
  type Request,
  type TaskName,
  type Tasks,
} from './messages.ts'
import { findRead, type Ocr } from './ocr.ts'
import type { Office } from './office.ts'
import { type Lease, workerPool } from './pool.ts'
import { type Asker, fairQueue, TooManyWaitingError } from './queue.ts'

export { type Drawing, type Hit, type PageSize, type PageText, RenderError, type Word } from './messages.ts'

/**
 * A stored file. `bytes` gives its plain content (at most 100 MiB) and is called only when no worker holds it;
 * the memory of its buffer is transferred to the worker. `asker` is who waits, for the fair queue.
 */
export type Source = { id: string; fileType: string; bytes: () => Promise<Buffer>; asker?: Asker }

/**
 * Draws the pages of PDF files and images, and of texts, mails and office files, which are turned into PDF first. Pages
 * count from 1. Everything that takes a source throws {@link RenderError}.
 */
export type Renderer = {
  /** Sizes in points (PDF) or pixels (images). */
  pages(source: Source): Promise<PageSize[]>
  /**
   * A page as JPEG, its longest side at most 4,096 pixels (of an image 2,560).
   *
   * @param options.scale 0.2 to 4 pixels a point; images are never enlarged
   * @param options.watermark lines that are drawn into the pixels, repeated over the page
   */
  draw(source: Source, options: { page: number; scale: number; watermark?: string[] }): Promise<Drawing>
  /** A page's text and the boxes of its words; an image has none, unless Tesseract reads it. */
  text(source: Source, page: number): Promise<PageText>
  /** The bookmarks of a PDF in their order, at most 2,000; an image has none. */
  outline(source: Source): Promise<OutlineEntry[]>
  /** The first 500 pages that contain the query, in any case, with the first 1,000 places. */
  search(source: Source, query: string): Promise<Hit[]>
  /** How much is being drawn, read or searched, and how much waits. */
  load(): { running: number; waiting: number }
  /** Drops the file and its drawn pages. */
  forget(id: string): void
  close(): Promise<void>
}

type Options = {
  logger: Logger
  /** The folder in which drawn pages are kept, encrypted. */
  folder?: string
  /** For the dates of mails. */
  timeZone?: () => string
  /** Converts office files; without it workers do. */
  office?: Office | null
  /** Reads pages that have no text. */
  ocr?: Ocr | null
  workers?: number
  idleMs?: number
  timeoutMs?: number
  memoryMb?: number
}

const maxQuery = 200
const maxHits = 500
const maxPlaces = 1_000
/** A search reads pictures for so long; what it has read is kept for the next one. */
const searchPicturesMs = 20_000
/** A viewer requests three pages at a time; a person may have several windows open. */
const maxWaitingEach = 32
const maxWorkers = 4
/** Extra places beyond the workers, so that files are read while others are drawn. */
const reading = 2
const keptBytes = 256 * 1024 * 1024
const keptMs = 30 * 60_000

/** Makes a renderer. Nothing is loaded or started until the first task. */
export function createRenderer(options: Options): Renderer {
  const { logger, folder = tmpdir(), idleMs = 60_000, timeoutMs = 20_000, memoryMb = 320 } = options
  const workers = options.workers ?? Math.min(maxWorkers, availableParallelism())
  const pool = workerPool({ logger, workers, idleMs, timeoutMs, memoryMb })
  const queue = fairQueue({
    atOnce: workers + reading,
    // One person never gets all workers, if there is more than one.
    atOnceEach: Math.max(1, workers - 1),
    waitingEach: maxWaitingEach,
  })
  const kept = keepPages({ folder, maxBytes: keptBytes, keepMs: keptMs, logger })
  const { timeZone = () => 'UTC', office = null, ocr = null } = options
  const files = openFiles({ pool, kept, timeZone, office, logger })
  const marked = markedPages()
  const flights = createFlights()
  /** Files on their way to a worker. */
  const opening = new Map<string, Promise<void>>()

  async function queued<T>({ asker = { person: '' } }: Source, work: () => Promise<T>): Promise<T> {
    try {
      return await queue(asker, work)
    } catch (error) {
      if (error instanceof TooManyWaitingError) throw new RenderError('busy', error.message)
      throw asker.signal?.aborted && error === asker.signal.reason ? new RenderError('abandoned') : error
    }
  }

  async function run<Name extends TaskName>(
    source: Source,
    task: Name,
    input: Tasks[Name]['input'],
    signal = source.asker?.signal,
  ): Promise<Tasks[Name]['output']> {
    const { id } = source
    // Retries: the worker may have dropped the file, or have been replaced, while the task waited.
    for (let attempt = 0; attempt < 3; attempt++) {
      while (!pool.holds(id) && opening.has(id)) await opening.get(id)
      const reply = pool.holds(id) ? await pool.with(id, send) : await open()
      if ('output' in reply) return reply.output as Tasks[Name]['output']
    }
    throw new RenderError('timeout', 'the file could not be kept')

    /** Reads the file and sends it with the task; other tasks for the file wait until the worker holds it. */
    async function open(): Promise<FromWorker> {
      const { promise, resolve } = Promise.withResolvers<void>()
      opening.set(id, promise)
      try {
        const file = await files.open(source, signal)
        return await pool.with(id, (lease) => send(lease, file))
      } finally {
        opening.delete(id)
        resolve()
      }
    }

    async function send(lease: Lease, prepared?: OpenedFile): Promise<FromWorker> {
      const file = lease.holds(id) ? held : (prepared ?? (await files.open(source, signal, lease)))
      const reply = await lease.ask({ task, input, id, ...file } as Request, signal)
      if ('failed' in reply) throw new RenderError(reply.failed.code, reply.failed.message)
      if ('again' in reply) {
        if (reply.again === 'crowded') lease.retire()
        else lease.drop(id)
      }
      return reply
    }
  }

  /** The page without a watermark: kept, being drawn for somebody else, or drawn now and then also with the watermark. */
  async function draw(
    source: Source,
    name: string,
    input: Tasks['draw']['input'],
  ): Promise<{ page: DrawnPage; marked?: Buffer | undefined }> {
    const signal = source.asker?.signal
    const page = await kept.get(name)
    if (page) return { page }
    const other = flights.join(name, signal)
    if (other) return { page: await other }
    let marked: Bytes | undefined
    const own = {
      draw: async (stop: AbortSignal) => {
        const output = await run(source, 'draw', input, stop)
        marked = output.marked
        return pageOf(output)
      },
      keep: (drawn: DrawnPage, stillWanted: () => boolean) => kept.put(name, drawn, stillWanted),
    }
    const drawn = await flights.begin(name, own, signal)
    return { page: drawn, marked: marked && bufferOf(marked) }
  }

  async function mark(image: Buffer, watermark: string[], signal?: AbortSignal): Promise<Buffer> {
    // A copy: others may get the same page.
    const input = { image: Uint8Array.from(image), watermark }
    const reply = await pool.with('', (lease) =>
      lease.ask({ task: 'mark', input, id: '', fileType: '', bytes: undefined }, signal),
    )
    if ('failed' in reply) throw new RenderError(reply.failed.code, reply.failed.message)
    if (!('output' in reply)) throw new RenderError('unreadable')
    return bufferOf((reply.output as Tasks['mark']['output']).image)
  }

  /** The words of a page that is a picture, kept like drawn pages. Without any, if they cannot be read. */
  async function readPicture(reader: Ocr, source: Source, page: number): Promise<PageText> {
    const name = `${source.id} words of ${page}`
    const ready = await kept.get(name)
    if (ready) return JSON.parse(ready.image.toString('utf8')) as PageText
    const signal = source.asker?.signal
    // About 300 dots an inch, at which Tesseract reads best.
    const input = { page, scale: 4, watermark: [] }
    const drawn = (await draw(source, `${source.id} ${page} 4`, input)).page
    try {
      const text = await reader.read(drawn.image, drawn, signal)
      await kept.put(name, { ...drawn, image: Buffer.from(JSON.stringify(text)) })
      return text
    } catch (error) {
      if (signal?.aborted) throw new RenderError('abandoned')
      logger.warn({ reason: (error as Error).message }, 'Tesseract did not read a page')
      return { text: '', words: [] }
    }
  }

  return {
    pages: (source) => queued(source, () => run(source, 'pages', {})),
    async draw(source, { page, scale, watermark = [] }) {
      const name = `${source.id} ${page} ${scale}`
      const reader = `${name} ${watermark.join('\n')}`
      const ready = watermark.length > 0 ? marked.get(reader) : await kept.get(name)
      if (ready) return toDrawing(ready)
      return queued(source, async () => {
        const drawn = await draw(source, name, { page, scale, watermark })
        if (watermark.length === 0) return toDrawing(drawn.page)
        const image = drawn.marked ?? (await mark(drawn.page.image, watermark, source.asker?.signal))
        const result = { ...drawn.page, image }
        marked.put(reader, result)
        return toDrawing(result)
      })
    },
    outline: (source) => queued(source, () => run(source, 'outline', {})),
    text: (source, page) =>
      queued(source, async () => {
        const text = await run(source, 'text', { page })
        return ocr && text.words.length === 0 ? await readPicture(ocr, source, page) : text
      }),
    async search(source, query) {
      const hits: Hit[] = []
      const end = performance.now() + searchPicturesMs
      let next: number | undefined = query.trim() === '' ? undefined : 1
      while (next !== undefined && hits.length < maxHits) {
        const input = { query: query.trim().slice(0, maxQuery), first: next }
        const found: Tasks['search']['output'] = await queued(source, () => run(source, 'search', input))
        hits.push(...found.hits)
        for (const page of ocr ? found.empty : []) {
          if (performance.now() > end) break
          const reader = ocr as Ocr
          const text = await queued(source, () => readPicture(reader, source, page))
          const hit = findRead(page, text, input.query)
          if (hit) hits.push(hit)
        }
        next = found.next
      }
      let left = maxPlaces
      hits.sort((a, b) => a.page - b.page)
      return hits.slice(0, maxHits).map((hit) => {
        const places = hit.places.slice(0, left)
        left -= places.length
        return { ...hit, places }
      })
    },
    load: queue.load,
    forget(id) {
      pool.forget(id)
      files.forget(id)
      kept.forget(`${id} `)
      marked.forget(`${id} `)
      flights.forget(`${id} `)
    },
    async close() {
      await pool.close()
      await kept.close()
      marked.forget('')
    },
  }
}

/** What is sent of a file that the worker holds. */
const held = { fileType: '', bytes: undefined }

const bufferOf = (bytes: Bytes): Buffer => Buffer.from(bytes.buffer)

const pageOf = ({ image, width, height }: Tasks['draw']['output']): DrawnPage => ({
  image: bufferOf(image),
  width,
  height,
})

const toDrawing = (page: DrawnPage): Drawing => ({ ...page, contentType: 'image/jpeg' })
