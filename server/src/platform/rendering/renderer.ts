import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { lanes } from './lanes.ts'
import {
  type Drawing,
  type FromWorker,
  type Hit,
  type PageSize,
  type PageText,
  RenderError,
  type Request,
  type TaskName,
  type Tasks,
  type ToWorker,
  type WorkerOptions,
} from './messages.ts'
import { transferable } from './transfer.ts'

export { type Drawing, type Hit, type PageSize, type PageText, RenderError, type Word } from './messages.ts'

/**
 * A stored file. `bytes` gives its plain content (at most 100 MiB) and is asked only when the worker does not hold it;
 * the memory of the buffer it resolves to is handed over to the worker.
 */
export type Source = { id: string; fileType: string; bytes: () => Promise<Buffer> }

/** Draws PDF and image pages. Pages count from 1. Everything that takes a source throws {@link RenderError}. */
export type Renderer = {
  /** Sizes in points (PDF) or pixels (images). */
  pages(source: Source): Promise<PageSize[]>
  /**
   * A page as JPEG, its longest side at most 4,096 pixels.
   *
   * @param options.scale 0.5 to 4 pixels a point; images are never enlarged
   * @param options.watermark lines that are drawn into the pixels, repeated over the page
   */
  draw(source: Source, options: { page: number; scale: number; watermark?: string[] }): Promise<Drawing>
  /** A page's text and where its words stand; an image has none. */
  text(source: Source, page: number): Promise<PageText>
  /** The pages that hold the query, whatever the case: the first 500 of them. */
  search(source: Source, query: string): Promise<Hit[]>
  /** Drops the file from the worker's cache. */
  forget(id: string): void
  close(): Promise<void>
}

type Options = {
  logger: Logger
  /** How long the worker outlives its last task. */
  idleMs?: number
  /** The longest one task may run. */
  timeoutMs?: number
  /** The most memory PDFium may take; the thread's own heap may take as much again. */
  memoryMb?: number
}

// In the sources the worker stands beside this file; the bundle has it as a second entry beside the first.
const workerFile = import.meta.url.endsWith('.ts') ? './worker.ts' : './rendering-worker.js'

const maxFileBytes = 100 * 1024 * 1024
const maxQuery = 200
const maxHits = 500
const maxWaiting = 256
/** Files read for the worker at the same time: each may take 100 MiB. */
const maxReading = 4
const startMs = 30_000

/** Makes a renderer. Nothing is loaded or started until the first task. */
export function createRenderer(options: Options): Renderer {
  const { logger, idleMs = 60_000, timeoutMs = 20_000, memoryMb = 512 } = options
  const oneAtATime = lanes(1)
  const reading = lanes(maxReading)
  /** What the worker is believed to hold; it may have dropped some, and then says so. */
  const held = new Set<string>()
  /** Files on their way to the worker. */
  const opening = new Map<string, Promise<void>>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let closed = false

  async function start(): Promise<Worker> {
    // The main thread has to load sharp before a worker does, so that its libraries outlive the worker (sharp, Install).
    await import('sharp')
    const started = new Worker(new URL(workerFile, import.meta.url), {
      workerData: { memoryMb, timeoutMs } satisfies WorkerOptions,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
      env: {},
    })
    // For an end between tasks; `ask` meets one during a task.
    started.on('error', () => retire(started))
    started.on('exit', () => {
      retire(started)
      logger.debug('rendering worker ended')
    })
    try {
      await once(started, 'message', { signal: AbortSignal.timeout(startMs) })
    } catch (error) {
      await started.terminate()
      throw new Error('the rendering worker did not start', { cause: error })
    }
    return started
  }

  function retire(retired: Worker | undefined): void {
    if (worker === retired) {
      worker = undefined
      held.clear()
    }
    void retired?.terminate()
  }

  /** Puts one request to the worker; a worker that fails at it is replaced. */
  async function ask(request: Request): Promise<FromWorker> {
    if (closed) throw new RenderError('timeout', 'the renderer is closed')
    clearTimeout(idle)
    const asked = worker ?? (await start())
    worker = asked
    // An idle worker does not keep the process alive, a working one does.
    asked.ref()
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(timeoutMs)])
    try {
      const message = once(asked, 'message', { signal })
      const exit = once(asked, 'exit', { signal }).then(() => {
        throw new RenderError('unreadable', 'the worker ended')
      })
      const answer = Promise.race([message, exit])
      asked.postMessage(request satisfies ToWorker, request.bytes ? [request.bytes.buffer] : [])
      const [reply] = (await answer) as [FromWorker]
      if ('failed' in reply && reply.failed.broken)
        throw new RenderError(reply.failed.code, reply.failed.message)
      return reply
    } catch (error) {
      retire(asked)
      const fault = faultOf(error)
      logger.warn(
        { code: fault.code, reason: fault.message, task: request.task },
        'rendering worker replaced',
      )
      throw fault
    } finally {
      over.abort()
      asked.unref()
      idle = setTimeout(() => retire(worker), idleMs).unref()
    }
  }

  async function run<Name extends TaskName>(
    source: Source,
    task: Name,
    input: Tasks[Name]['input'],
  ): Promise<Tasks[Name]['output']> {
    const { id, fileType } = source
    if (waiting >= maxWaiting) throw new RenderError('timeout', 'too many pages are waiting to be drawn')
    waiting++
    try {
      // Again: the worker may have dropped the file, or have been replaced, while the task waited.
      for (let attempt = 0; attempt < 3; attempt++) {
        while (!held.has(id) && opening.has(id)) await opening.get(id)
        const reply = held.has(id) ? await send(undefined) : await open()
        if ('output' in reply) return reply.output as Tasks[Name]['output']
      }
      throw new RenderError('timeout', 'the file could not be kept')
    } finally {
      waiting--
    }

    /** Sends the task with the file, while the other tasks for that file wait to find it held. */
    async function open(): Promise<FromWorker> {
      const { promise, resolve } = Promise.withResolvers<void>()
      opening.set(id, promise)
      try {
        return await reading(async () => await send(await read(source)))
      } finally {
        opening.delete(id)
        resolve()
      }
    }

    function send(bytes: Uint8Array<ArrayBuffer> | undefined): Promise<FromWorker> {
      return oneAtATime(async () => {
        const reply = await ask({ task, input, id, fileType, bytes } as Request)
        if ('output' in reply) held.add(id)
        else if ('failed' in reply) throw new RenderError(reply.failed.code, reply.failed.message)
        else if ('again' in reply && reply.again === 'crowded') retire(worker)
        else held.delete(id)
        return reply
      })
    }
  }

  return {
    pages: (source) => run(source, 'pages', {}),
    async draw(source, { page, scale, watermark = [] }) {
      const { image, ...size } = await run(source, 'draw', { page, scale, watermark })
      return { image: Buffer.from(image.buffer), contentType: 'image/jpeg', ...size }
    },
    text: (source, page) => run(source, 'text', { page }),
    async search(source, query) {
      const hits: Hit[] = []
      let next: number | undefined = query.trim() === '' ? undefined : 1
      while (next !== undefined && hits.length < maxHits) {
        const found: Tasks['search']['output'] = await run(source, 'search', {
          query: query.trim().slice(0, maxQuery),
          first: next,
        })
        hits.push(...found.hits)
        next = found.next
      }
      return hits.slice(0, maxHits)
    },
    forget(id) {
      held.delete(id)
      worker?.postMessage({ task: 'forget', id } satisfies ToWorker)
    },
    async close() {
      closed = true
      clearTimeout(idle)
      await worker?.terminate()
      // Tasks in line fail at once; a worker that was just starting ends with the last of them.
      await oneAtATime(async () => retire(worker))
      clearTimeout(idle)
    },
  }
}

async function read({ bytes }: Source): Promise<Uint8Array<ArrayBuffer>> {
  const content = await bytes()
  if (content.length === 0) throw new RenderError('unreadable')
  if (content.length > maxFileBytes) throw new RenderError('too-large')
  return transferable(content)
}

function faultOf(error: unknown): RenderError {
  if (error instanceof RenderError) return error
  const { code, name, message } = error as { code?: string; name: string; message: string }
  if (name === 'AbortError' || name === 'TimeoutError') return new RenderError('timeout')
  return new RenderError(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'unreadable', message)
}
