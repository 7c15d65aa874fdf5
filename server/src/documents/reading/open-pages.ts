import { drawableTypes, kindText } from '@deedbox/contract/documents.ts'
import { readFileId } from '@deedbox/contract/file-id.ts'
import type { drawPage } from '@deedbox/contract/pages.ts'
import type { ErrorCode } from '@deedbox/contract/refusals.ts'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../kernel/context/actor.ts'
import { acting } from '../../kernel/context/context.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { RenderError, type Source } from '../../platform/rendering/renderer.ts'
import { byGrantOnly } from '../../policy/authorize.ts'
import { type Found, findDocument } from '../../policy/find.ts'
import { fileOf, maxMailBytes, type ReadFile } from './file.ts'
import { passwordIn, sourceId } from './file-keys.ts'
import { beginReading, type ReadingEntry } from './reading.ts'

const mib = 1024 * 1024
/** A larger file is not read into memory. */
const maxDrawnBytes = 100 * mib

const maxBytesOf = (fileType: string): number =>
  fileType === 'application/pdf' || /^(image|text)\//.test(fileType) ? maxDrawnBytes : maxMailBytes

/** Parts of a call that all of these need: access is checked again for every page, and every page is audited. */
export type Reading = Pick<
  Raw<typeof drawPage>,
  'actor' | 'now' | 'settings' | 'caller' | 'request' | 'reply'
>

export type Opened = {
  file: ReadFile
  source: Source
  watermark: string[]
  /** State: the reader may keep what is read, words too. */
  copies: boolean
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
  fileId: string,
  entry: ReadingEntry,
  { copies = false }: { copies?: boolean } = {},
): Promise<Opened> {
  const began = performance.now()
  const password = passwordIn(services, reader, fileId)
  const { documentId, attachment } = readFileId(fileId)
  // Permission is checked before the content is opened.
  const attached = attachment.length > 0 ? await attachedFor(services, reader, fileId, copies) : undefined
  const { document, can, recorded } = await beginReading(
    services,
    reader,
    documentId,
    ({ document, can }) => {
      if (copies && !can.download) throw new Refusal('download-not-allowed')
      checkDrawable(attached ?? { fileType: document.fileType, size: document.fileSize })
      if (!attached && document.locked && password === undefined) throw new Refusal('file-password-needed')
      return attached
        ? ({ ...entry, details: { ...entry.details, ...attached.details } } as ReadingEntry)
        : entry
    },
  )
  await recorded
  const file = attached ?? (await fileOf(services, reader, document, fileId))
  return openedFor(services, reader, { document, can }, file, password, began)
}

async function attachedFor(
  services: Services,
  reader: Reading,
  fileId: string,
  copies: boolean,
): Promise<ReadFile> {
  const { document, can } = await services.contexts.read(reader.caller, (ctx) =>
    findDocument(acting(ctx), readFileId(fileId).documentId),
  )
  if (copies && !can.download) throw new Refusal('download-not-allowed')
  return await fileOf(services, reader, document, fileId).catch((error) => {
    throw asRefusal(error, document.fileType)
  })
}

/** Opens the document without a reading: nothing may be shown of it before one is recorded. @throws Refusal */
export async function sourceFor(
  services: Services,
  reader: Reading,
  fileId: string,
  password: string | undefined,
): Promise<Opened> {
  const began = performance.now()
  const { document, can } = await services.contexts.read(reader.caller, (ctx) =>
    findDocument(acting(ctx), readFileId(fileId).documentId),
  )
  const file = await fileOf(services, reader, document, fileId).catch((error) => {
    throw asRefusal(error, document.fileType)
  })
  checkDrawable(file)
  return openedFor(services, reader, { document, can }, file, password, began)
}

function checkDrawable({ fileType, size }: Pick<ReadFile, 'fileType' | 'size'>): void {
  if (!drawableTypes.includes(fileType)) throw new Refusal('preview-unavailable')
  if (size > maxBytesOf(fileType)) throw new Refusal('preview-too-large')
}

function openedFor(
  services: Services,
  reader: Reading,
  { document, can }: Pick<Found, 'document' | 'can'>,
  file: ReadFile,
  password: string | undefined,
  began: number,
): Opened {
  return {
    file,
    source: {
      id: sourceId(file.id, password),
      fileType: file.fileType,
      size: file.size,
      bytes: file.bytes,
      password,
      asker: { person: reader.actor.id, signal: leaving(reader.reply) },
    },
    watermark: byGrantOnly(reader.actor, document)
      ? watermark(reader.actor, reader.now, reader.settings.timeZone)
      : [],
    copies: can.download,
    checkAgain: async () => {
      if (performance.now() - began > checkAgainMs)
        await services.contexts.read(reader.caller, (ctx) => findDocument(acting(ctx), document.id))
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
  encrypted: 'file-password-needed',
  locked: 'file-locked',
  damaged: 'file-damaged',
  'cut-off': 'file-cut-off',
}

/**
 * Returns what was drawn, or the reply itself when its client has left: then nothing is sent. A page that cannot be drawn is a refusal, not
 * an error of ours: it depends on the file.
 */
export async function drawn<T, A>(
  { reply }: Reading,
  { source, checkAgain }: Opened,
  work: Promise<T>,
  answer: (drawn: T) => A,
): Promise<A | FastifyReply> {
  try {
    const result = await work
    await checkAgain()
    return answer(result)
  } catch (error) {
    if (error instanceof RenderError && error.code === 'abandoned') return reply.hijack()
    throw asRefusal(error, source.fileType)
  }
}

/** Returns the refusal for a file that the renderer cannot read; any other error as it is. */
export function asRefusal(error: unknown, fileType: string): unknown {
  if (!(error instanceof RenderError)) return error
  const values = { kind: kindText(fileType) }
  return new Refusal(refusals[error.code] ?? 'preview-failed', { values, cause: error })
}
