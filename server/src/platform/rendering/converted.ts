import type { Logger } from 'pino'
import type { keepPages } from './kept.ts'
import { RenderError, type Tasks } from './messages.ts'
import type { Office } from './office.ts'
import type { Lease, workerPool } from './pool.ts'
import type { Work } from './run.ts'

/** Input that a worker draws from. */
export type OpenedFile = { fileType: string; bytes: Buffer }

type Options = {
  pool: ReturnType<typeof workerPool>
  kept: ReturnType<typeof keepPages>
  timeZone: () => string
  office: Office | null
  logger: Logger
}

const maxFileBytes = 100 * 1024 * 1024

/** Tells whether PDFium or the image library draws it as it is. */
const isDrawn = (fileType: string): boolean => fileType === 'application/pdf' || fileType.startsWith('image/')

/**
 * Reads files for the workers: PDF files and images as they are, all others as the PDF that a worker makes of them, which
 * is kept, encrypted, with the drawn pages.
 */
export function openFiles({ pool, kept, timeZone, office, logger }: Options) {
  const forgotten = new WeakSet<Work>()
  const making = new Set<Work>()

  async function make(source: Work, signal: AbortSignal | undefined, lease?: Lease): Promise<Buffer> {
    const { id, fileType, large } = source
    const notes: string[] = []
    if (office?.takes(fileType)) {
      try {
        return await office.convert(fileType, await read(source), signal)
      } catch (error) {
        if (signal?.aborted) throw new RenderError('abandoned')
        if (error instanceof RenderError) throw error
        logger.warn({ reason: (error as Error).message }, 'LibreOffice did not convert a file')
        notes.push(withoutOffice)
      }
    }
    const input = { timeZone: timeZone(), notes }
    const ask = async (worker: Lease) =>
      worker.ask({ task: 'convert', input, id, fileType, bytes: await read(source) }, signal)
    const reply = await (lease ? ask(lease) : pool.with(id, large, ask))
    if ('failed' in reply) throw new RenderError(reply.failed.code, reply.failed.message)
    if (!('output' in reply)) throw new RenderError('unreadable')
    return (reply.output as Tasks['convert']['output']).pdf
  }

  return {
    /** @param lease the worker that the caller has already */
    async open(source: Work, signal: AbortSignal | undefined, lease?: Lease): Promise<OpenedFile> {
      const { id, fileType } = source
      if (isDrawn(fileType)) return { fileType, bytes: await read(source) }
      const ready = (await kept.get(nameOf(id)))?.image
      if (ready) return asPdf(ready)
      making.add(source)
      try {
        const pdf = await make(source, signal, lease)
        await kept.put(nameOf(id), { image: pdf, width: 0, height: 0 }, () => !forgotten.has(source))
        return asPdf(pdf)
      } finally {
        making.delete(source)
      }
    },

    /** Discards what is being made of this file. */
    forget(id: string): void {
      for (const source of making) if (isOf(id, source.id)) forgotten.add(source)
    },
  }
}

const asPdf = (pdf: Buffer): OpenedFile => ({ fileType: 'application/pdf', bytes: pdf })

const withoutOffice =
  'LibreOffice could not convert this file, so Deedbox shows it in its own way: lines and pages may break elsewhere.'

/** Tells whether an id names the file, or the file as opened with a password. */
export const isOf = (id: string, other: string): boolean => other === id || other.startsWith(`${id} `)

/** Begins like the names of its pages, with which it is forgotten. */
const nameOf = (id: string): string => `${id} as PDF`

async function read({ bytes, size }: Work): Promise<Buffer> {
  if (size === 0) throw new RenderError('unreadable')
  if (size > maxFileBytes) throw new RenderError('too-large')
  return bytes()
}
