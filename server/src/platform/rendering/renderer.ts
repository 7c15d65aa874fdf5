import { availableParallelism, tmpdir } from 'node:os'
import type { Logger } from 'pino'
import { type DrawnPage, keepPages } from './kept.ts'
import { markedPages } from './marked.ts'
import {
  type Bytes,
  type Drawing,
  type FromWorker,
  type Hit,
  type PageSize,
  type PageText,
  RenderError,
  type Request,
  type TaskName,
  type Tasks,
} from './messages.ts'
import { type Lease, workerPool } from './pool.ts'
import { type Asker, fairQueue, TooManyWaitingError } from './queue.ts'
import { transferable } from './transfer.ts'

export { type Drawing, type Hit, type PageSize, type PageText, RenderError, type Word } from './messages.ts'

/**
 * A stored file. `bytes` gives its plain content (at most 100 MiB) and is called only when no worker holds it;
 * the memory of its buffer is transferred to the worker. `asker` is who waits, for the fair queue.
 */
export type Source = { id: string; fileType: string; bytes: () => Promise<Buffer>; asker?: Asker }

/** Draws PDF and image pages. Pages count from 1. Everything that takes a source throws {@link RenderError}. */
export type Renderer = {
  /** Sizes in points (PDF) or pixels (images). */
  pages(source: Source): Promise<PageSize[]>
  /**
   * A page as JPEG, its longest side at most 4,096 pixels (of an image 2,560).
   *
   * @param options.scale 0.5 to 4 pixels a point; images are never enlarged
   * @param options.watermark lines that are drawn into the pixels, repeated over the page
   */
  draw(source: Source, options: { page: number; scale: number; watermark?: string[] }): Promise<Drawing>
  /** A page's text and the boxes of its words; an image has none. */
  text(source: Source, page: number): Promise<PageText>
  /** The first 500 pages that contain the query, in any case. */
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
  workers?: number
  idleMs?: number
  timeoutMs?: number
  memoryMb?: number
}

/** A page that is being drawn, for everybody who asks for it in the meantime. */
type Flight = { page: Promise<DrawnPage>; readers: number; stop: AbortController; forgotten: boolean }

const maxFileBytes = 100 * 1024 * 1024
const maxQuery = 200
const maxHits = 500
/** A viewer requests one page and its text at a time; a person may have several windows open. */
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
  const marked = markedPages()
  const flights = new Map<string, Flight>()
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
    const { id, fileType } = source
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
        const bytes = await read(source)
        return await pool.with(id, (lease) => send(lease, bytes))
      } finally {
        opening.delete(id)
        resolve()
      }
    }

    async function send(lease: Lease, prepared?: Bytes): Promise<FromWorker> {
      const bytes = lease.holds(id) ? undefined : (prepared ?? (await read(source)))
      const reply = await lease.ask({ task, input, id, fileType, bytes } as Request, signal)
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
    const other = flights.get(name)
    if (other && !other.stop.signal.aborted) return { page: await join(other, signal) }

    const stop = new AbortController()
    const task = run(source, 'draw', input, stop.signal)
    const flight: Flight = { page: task.then(pageOf), readers: 0, stop, forgotten: false }
    flights.set(name, flight)
    flight.page
      .then((drawn) => kept.put(name, drawn, () => !flight.forgotten))
      .catch(() => undefined)
      .finally(() => flights.get(name) === flight && flights.delete(name))
    const drawn = await join(flight, signal)
    const { marked } = await task
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
    text: (source, page) => queued(source, () => run(source, 'text', { page })),
    async search(source, query) {
      const hits: Hit[] = []
      let next: number | undefined = query.trim() === '' ? undefined : 1
      while (next !== undefined && hits.length < maxHits) {
        const input = { query: query.trim().slice(0, maxQuery), first: next }
        const found: Tasks['search']['output'] = await queued(source, () => run(source, 'search', input))
        hits.push(...found.hits)
        next = found.next
      }
      return hits.slice(0, maxHits)
    },
    load: queue.load,
    forget(id) {
      pool.forget(id)
      kept.forget(`${id} `)
      marked.forget(`${id} `)
      for (const [name, flight] of flights) if (name.startsWith(`${id} `)) flight.forgotten = true
    },
    async close() {
      await pool.close()
      await kept.close()
      marked.forget('')
    },
  }
}

/** Waits for a page together with others; when all of them have left, drawing stops. */
async function join(flight: Flight, signal: AbortSignal | undefined): Promise<DrawnPage> {
  flight.readers++
  const left = Promise.withResolvers<never>()
  const leave = () => {
    if (--flight.readers === 0) flight.stop.abort()
    left.reject(new RenderError('abandoned'))
  }
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([flight.page, left.promise])
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

async function read({ bytes }: Source): Promise<Bytes> {
  const content = await bytes()
  if (content.length === 0) throw new RenderError('unreadable')
  if (content.length > maxFileBytes) throw new RenderError('too-large')
  return transferable(content)
}

const bufferOf = (bytes: Bytes): Buffer => Buffer.from(bytes.buffer)

const pageOf = ({ image, width, height }: Tasks['draw']['output']): DrawnPage => ({
  image: bufferOf(image),
  width,
  height,
})

const toDrawing = (page: DrawnPage): Drawing => ({ ...page, contentType: 'image/jpeg' })
