import { availableParallelism, tmpdir } from 'node:os'
import type { Signature } from '@deedbox/contract/signatures.ts'
import type { Logger } from 'pino'
import { fairQueue, TooManyWaitingError } from '../queue.ts'
import { attachmentReader } from './attachments.ts'
import { openFiles } from './converted.ts'
import { maxCount, placesEach } from './find.ts'
import { createFlights } from './flights.ts'
import { type DrawnPage, keepPages } from './kept.ts'
import { markedPages, usualMarkedBytes } from './marked.ts'
import {
  type Annotations,
  type AttachedFile,
  type Drawing,
  type DrawnSize,
  type Hit,
  type OutlineEntry,
  type PageSize,
  type PageText,
  RenderError,
  StarvedError,
  type Tasks,
} from './messages.ts'
import { findRead, type Ocr } from './ocr.ts'
import type { Office } from './office.ts'
import { workerPool } from './pool.ts'
import { type Source, taskRunner, type Work } from './run.ts'

export { type Drawing, type Hit, type PageSize, type PageText, RenderError, type Word } from './messages.ts'
export type { Source } from './run.ts'

/** Places where a text was found; how many pages are pictures without words, and how many pictures have not been read yet. */
export type Search = { hits: Hit[]; wordless: number; unread: number }

/**
 * Draws the pages of PDF files and images, and of texts, mails and office files, which are turned into PDF first. Pages
 * count from 1. Everything that takes a source throws {@link RenderError}.
 */
export type Renderer = {
  /** Sizes in points (PDF) or pixels (images). */
  pages(source: Source): Promise<PageSize[]>
  /** Tells whether the end of a file is missing that could be opened all the same: pages may be missing too. */
  isCutOff(source: Source): Promise<boolean>
  /**
   * A page, or a part of it, as JPEG: a whole one with at most 4,096 pixels on its longest side (of an image 2,560).
   *
   * @param options.watermark lines that are drawn into the pixels, repeated over the page
   */
  draw(source: Source, options: { page: number; watermark?: string[] } & DrawnSize): Promise<Drawing>
  /** A page's text and the boxes of its words; an image has none, unless Tesseract reads it. */
  text(source: Source, page: number): Promise<PageText>
  /** The bookmarks of a PDF in their order, at most 2,000; an image has none. */
  outline(source: Source): Promise<OutlineEntry[]>
  /** The links of a PDF, at most 5,000, and the notes in it, at most 1,000; an image has none. */
  annotations(source: Source): Promise<Annotations>
  /** The digital signatures of a PDF, checked, at most 200; an image has none. */
  signatures(source: Source): Promise<Signature[]>
  /**
   * The pages that contain the query, in any case, with the first 1,000 places. With a range only those of its pages, with all places of each.
   */
  search(source: Source, query: string, range?: { from: number; to: number }): Promise<Search>
  /** The files attached to a mail. */
  attachments(source: Source): Promise<AttachedFile[]>
  /** Takes a file, from 1, out of the mail that it is attached to, and returns how to read it. */
  attachment(source: Source, number: number): Promise<() => Promise<Buffer>>
  /** Number of tasks that are being drawn, read or searched, and of those that wait. */
  load(): { running: number; waiting: number }
  /** Drops the file, also where it was opened with a password, and its drawn pages. */
  forget(id: string): void
  close(): Promise<void>
}

type Options = {
  logger: Logger
  /** The folder in which drawn pages are kept, encrypted. */
  folder?: string
  /** Time zone for the dates of mails. */
  timeZone?: () => string
  /** Converts office files; without it workers do. */
  office?: Office | null
  /** Reads pages that have no text. */
  ocr?: Ocr | null
  workers?: number
  idleMs?: number
  timeoutMs?: number
  memoryMb?: number
  /** Bytes of pages with a watermark that are kept in memory. */
  markedBytes?: number | undefined
}

const maxQuery = 200
/** Pages with a find that a search tells of. */
const maxHits = 5_000
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
  /** One after the other, whatever needs more memory than a worker may take. */
  const turns = fairQueue({ atOnce: 1, atOnceEach: 1, waitingEach: maxWaitingEach })
  const kept = keepPages({ folder, maxBytes: keptBytes, keepMs: keptMs, logger })
  const { timeZone = () => 'UTC', office = null, ocr = null } = options
  const files = openFiles({ pool, kept, timeZone, office, logger })
  const marked = markedPages(options.markedBytes ?? usualMarkedBytes())
  const attached = attachmentReader({ pool, kept })
  const flights = createFlights()
  const run = taskRunner({ pool, files })

  /** Work that lacked memory waits for its turn, without keeping others from a worker, and is done again in a large one. */
  async function queued<T>(source: Source, work: (source: Work) => Promise<T>): Promise<T> {
    const { asker = { person: '' } } = source
    const inQueue = (large: boolean) => queue(asker, () => work({ ...source, large }))
    try {
      return await inQueue(false).catch((error) => {
        if (!(error instanceof StarvedError)) throw error
        return turns(asker, () => inQueue(true))
      })
    } catch (error) {
      if (error instanceof TooManyWaitingError) throw new RenderError('busy', error.message)
      throw asker.signal?.aborted && error === asker.signal.reason ? new RenderError('abandoned') : error
    }
  }

  /** The page without a watermark: kept, being drawn for somebody else, or drawn now and then also with the watermark. */
  async function draw(
    source: Work,
    name: string,
    input: Tasks['draw']['input'],
  ): Promise<{ page: DrawnPage; marked?: Buffer | undefined }> {
    const signal = source.asker?.signal
    const page = await kept.get(name)
    if (page) return { page }
    // A page for a large worker does not join one that may take less.
    const flight = source.large ? `${name} large` : name
    const other = flights.join(flight, signal)
    if (other) return { page: await other }
    let marked: Buffer | undefined
    const own = {
      draw: async (stop: AbortSignal) => {
        const output = await run(source, 'draw', input, stop)
        marked = output.marked
        return pageOf(output)
      },
      keep: (drawn: DrawnPage, stillWanted: () => boolean) => kept.put(name, drawn, stillWanted),
    }
    const drawn = await flights.begin(flight, own, signal)
    return { page: drawn, marked }
  }

  async function mark(image: Buffer, watermark: string[], signal?: AbortSignal): Promise<Buffer> {
    const input = { image, watermark }
    const reply = await pool.with('', false, (lease) =>
      lease.ask({ task: 'mark', input, id: '', fileType: '', bytes: undefined }, signal),
    )
    if ('failed' in reply) throw new RenderError(reply.failed.code, reply.failed.message)
    if (!('output' in reply)) throw new RenderError('unreadable')
    return (reply.output as Tasks['mark']['output']).image
  }

  /** The words of a page that is a picture, kept like drawn pages. Without any, if they cannot be read. */
  async function readPicture(reader: Ocr, source: Work, page: number): Promise<PageText> {
    const name = `${source.id} words of ${page}`
    const ready = await kept.get(name)
    if (ready) return JSON.parse(ready.image.toString('utf8')) as PageText
    const signal = source.asker?.signal
    // About 300 dots an inch, at which Tesseract reads best.
    const input = { page, scale: 4, watermark: [] }
    const drawn = (await draw(source, nameOf(source, page, input), input)).page
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
    pages: (source) => queued(source, (work) => run(work, 'pages', {})),
    isCutOff: (source) => queued(source, (work) => run(work, 'cut-off', {})),
    async draw(source, { page, watermark = [], ...size }) {
      const name = nameOf(source, page, size)
      const reader = `${name} ${watermark.join('\n')}`
      const ready = watermark.length > 0 ? marked.get(reader) : await kept.get(name)
      if (ready) return toDrawing(ready)
      return queued(source, async (work) => {
        const drawn = await draw(work, name, { page, ...size, watermark })
        if (watermark.length === 0) return toDrawing(drawn.page)
        const image = drawn.marked ?? (await mark(drawn.page.image, watermark, source.asker?.signal))
        const result = { ...drawn.page, image }
        marked.put(reader, result)
        return toDrawing(result)
      })
    },
    outline: (source) => queued(source, (work) => run(work, 'outline', {})),
    annotations: (source) => queued(source, (work) => run(work, 'annotations', {})),
    async signatures(source) {
      const name = `${source.id} signatures`
      const ready = await kept.get(name)
      if (ready) return JSON.parse(ready.image.toString('utf8')) as Signature[]
      const found = await queued(source, (work) => run(work, 'signatures', {}))
      await kept.put(name, { image: Buffer.from(JSON.stringify(found)), width: 0, height: 0 })
      return found
    },
    text: (source, page) =>
      queued(source, async (work) => {
        const text = await run(work, 'text', { page })
        return ocr && text.words.length === 0 ? await readPicture(ocr, work, page) : text
      }),
    async search(source, query, range) {
      const text = query.trim().slice(0, maxQuery)
      const hits: Hit[] = []
      const [wordless, unread]: [number[], number[]] = [[], []]
      const end = performance.now() + searchPicturesMs
      const onPage = range ? maxCount : placesEach
      const mostPlaces = range ? maxCount * (range.to - range.from + 1) : maxPlaces
      let left = mostPlaces
      let next: number | undefined = text === '' ? undefined : (range?.from ?? 1)
      while (next !== undefined && hits.length < maxHits) {
        const input = { query: text, first: next, last: range?.to, places: left, onPage }
        const found: Tasks['search']['output'] = await queued(source, (work) => run(work, 'search', input))
        hits.push(...found.hits)
        for (const page of found.pictures) {
          if (ocr && performance.now() > end) unread.push(page)
          else {
            const read = ocr && (await queued(source, (work) => readPicture(ocr, work, page)))
            if (!read || read.words.length === 0) wordless.push(page)
            const hit = read && findRead(page, read, text, onPage)
            if (hit) hits.push(hit)
          }
        }
        left = hits.reduce((rest, { places }) => Math.max(0, rest - places.length), mostPlaces)
        next = found.next
      }
      left = mostPlaces
      hits.sort((a, b) => a.page - b.page)
      const told = hits.slice(0, maxHits).map((hit) => {
        const places = hit.places.slice(0, left)
        left -= places.length
        return { ...hit, places }
      })
      return { hits: told, wordless: wordless.length, unread: unread.length }
    },
    attachments: (source) => queued(source, attached.list),
    attachment: (source, number) =>
      attached.open(source, number, () => queued(source, (work) => attached.read(work, number))),
    load() {
      const { running, waiting } = queue.load()
      return { running, waiting: waiting + turns.load().waiting }
    },
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

/** Names a drawing among those that are kept. */
function nameOf({ id }: Source, page: number, size: DrawnSize): string {
  if ('scale' in size) return `${id} ${page} ${size.scale}`
  const { width, part } = size
  return `${id} ${page} ${width} wide ${part ? `${part.column} ${part.row}` : ''}`
}

const pageOf = ({ image, width, height }: Tasks['draw']['output']): DrawnPage => ({
  image,
  width,
  height,
})

const toDrawing = (page: DrawnPage): Drawing => ({ ...page, contentType: 'image/jpeg' })
