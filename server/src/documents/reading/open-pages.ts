import { drawableTypes } from '@deedbox/contract/documents.ts'
import type { ErrorCode } from '@deedbox/contract/messages.ts'
import type { drawPage } from '@deedbox/contract/pages.ts'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../kernel/context/actor.ts'
import { acting } from '../../kernel/context/context.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { RenderError, type Source } from '../../platform/rendering/renderer.ts'
import { byGrantOnly } from '../../policy/authorize.ts'
import { findDocument } from '../../policy/find.ts'
import { readContent } from '../store/content.ts'
import { beginReading, type ReadingEntry } from './reading.ts'

const mib = 1024 * 1024
/** A larger file is not read into memory. */
const maxDrawnBytes = 100 * mib
/** Mails and office files are taken apart in memory, where they need several times their size. */
const maxConvertedBytes = 50 * mib

const maxBytesOf = (fileType: string): number =>
  fileType === 'application/pdf' || /^(image|text)\//.test(fileType) ? maxDrawnBytes : maxConvertedBytes

/** Parts of a call that all of these need: access is checked again for every page, and every page is audited. */
export type Reading = Pick<Raw<typeof drawPage>, 'actor' | 'now' | 'settings' | 'caller' | 'reply'>

export type Opened = {
  source: Source
  watermark: string[]
  /** Checks access again if drawing took long. @throws Refusal when the reader may no longer read the document. */
  checkAgain: () => Promise<void>
}

/** A page may have waited in the queue: after this long, access is checked once more before it is shown. */
const checkAgainMs = 250

/**
 * Opens the document as a source for the renderer, once the reading is audited. `copies`: what is read can be kept, so it is only for those
 * who may download. @throws Refusal
 */
export async function openFor(
  services: Services,
  reader: Reading,
  documentId: string,
  entry: ReadingEntry,
  { copies = false }: { copies?: boolean } = {},
): Promise<Opened> {
  const began = performance.now()
  const { document, recorded } = await beginReading(services, reader, documentId, ({ document, can }) => {
    if (copies && !can.download) throw new Refusal('download-not-allowed')
    if (!drawableTypes.includes(document.fileType)) throw new Refusal('preview-unavailable')
    if (document.fileSize > maxBytesOf(document.fileType)) throw new Refusal('preview-too-large')
    return entry
  })
  await recorded
  return {
    source: {
      id: document.id,
      fileType: document.fileType,
      size: document.fileSize,
      bytes: () => readContent(services, document, reader.caller),
      asker: { person: reader.actor.id, signal: leaving(reader.reply) },
    },
    watermark: byGrantOnly(reader.actor, document)
      ? watermark(reader.actor, reader.now, reader.settings.timeZone)
      : [],
    checkAgain: async () => {
      if (performance.now() - began > checkAgainMs)
        await services.contexts.read(reader.caller, (ctx) => findDocument(acting(ctx), documentId))
    },
  }
}

/** Returns who reads, and when, to the minute: drawn into every page seen through a grant, at either access level. */
const watermark = ({ email }: Actor, now: Date, timeZone: string): string[] => [
  email,
  now.toLocaleString('en-AU', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }),
]

/** Aborts when the client closes the connection before it is answered. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  const leave = () => !raw.writableFinished && left.abort()
  if (raw.destroyed) leave()
  raw.once('close', leave)
  return left.signal
}

/** Codes of the renderer that the reader sees; everything else is 'preview-failed'. */
const refusals: Partial<Record<RenderError['code'], ErrorCode>> = {
  'no-such-page': 'not-found',
  'too-large': 'preview-too-large',
  busy: 'too-many-pages',
}

/**
 * Returns what was drawn, or the reply itself when its client has left: then nothing is sent. A page that cannot be drawn is a refusal, not
 * an error of ours: it depends on the file.
 */
export async function drawn<T, A>(
  { reply }: Reading,
  { checkAgain }: Opened,
  work: Promise<T>,
  answer: (drawn: T) => A,
): Promise<A | FastifyReply> {
  try {
    const result = await work
    await checkAgain()
    return answer(result)
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    if (error.code === 'abandoned') return reply.hijack()
    throw new Refusal(refusals[error.code] ?? 'preview-failed', { cause: error })
  }
}
