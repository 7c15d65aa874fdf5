import {
  drawableTypes,
  type drawPage as drawPageEndpoint,
  type listPages as listPagesEndpoint,
  type pageText as pageTextEndpoint,
  type searchPages as searchPagesEndpoint,
} from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { FastifyReply } from 'fastify'
import type { AuditEntry } from '../audit/record.ts'
import type { Actor } from '../context/actor.ts'
import type { Caller } from '../context/context.ts'
import type { Answer, Raw } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import { RenderError, type Source } from '../platform/rendering/renderer.ts'
import type { Services } from '../services.ts'
import { readContent } from './content.ts'
import { beginReading } from './reading.ts'

/** As much as the renderer takes: a larger file is not read into memory. */
const maxDrawnBytes = 100 * 1024 * 1024

/** What all of these calls have: access is asked anew for every page, and every page leaves its event. */
type Reading = Pick<Raw<typeof drawPageEndpoint>, 'actor' | 'now' | 'caller'>

/** The document as the renderer takes it, once the reading is audited. */
async function openFor(
  services: Services,
  reader: Reading,
  documentId: string,
  entry: Pick<AuditEntry, 'event' | 'details'>,
): Promise<{ source: Source; watermark: string[] }> {
  const { document, can, told } = await beginReading(services, reader, documentId, ({ document }) => {
    if (!drawableTypes.includes(document.fileType)) throw new Refusal('preview-unavailable')
    if (document.fileSize > maxDrawnBytes) throw new Refusal('preview-failed')
    return entry
  })
  await told
  return {
    source: sourceOf(services, document, reader.caller),
    watermark: can.download ? [] : watermark(reader.actor, reader.now, services.config.timeZone),
  }
}

const sourceOf = (
  services: Services,
  document: Parameters<typeof readContent>[1],
  caller: Caller,
): Source => ({
  id: document.id,
  fileType: document.fileType,
  bytes: () => readContent(services, document, caller),
})

/** Who reads, and when: drawn into every page of a document that may only be viewed. */
const watermark = ({ email }: Actor, now: Date, timeZone: string): string[] => [
  email,
  now.toLocaleString('en-AU', { timeZone, dateStyle: 'medium', timeStyle: 'long' }),
]

/** A page that cannot be drawn is refused, not a fault: what the file holds is not ours. */
async function drawn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw new Refusal(error.code === 'no-such-page' ? 'not-found' : 'preview-failed', { cause: error })
  }
}

/** How many pages there are and how large. */
export async function listPages(
  services: Services,
  raw: Reading,
  documentId: string,
): Promise<Answer<typeof listPagesEndpoint>> {
  const { source } = await openFor(services, raw, documentId, { event: 'document_viewed' })
  return { pages: await drawn(services.renderer.pages(source)) }
}

/** One page as a JPEG. */
export async function drawPage(
  services: Services,
  raw: Reading & Pick<Raw<typeof drawPageEndpoint>, 'reply'>,
  { documentId, page }: { documentId: string; page: number },
): Promise<FastifyReply> {
  const event = { event: 'document_viewed', details: { page } } as const
  const { source, watermark } = await openFor(services, raw, documentId, event)
  const drawing = await drawn(
    services.renderer.draw(source, { page, scale: limits.viewer.drawScale, watermark }),
  )
  return raw.reply
    .headers({ 'content-type': drawing.contentType, 'cache-control': 'no-store' })
    .send(drawing.image)
}

/** The words of one page and where they stand. */
export async function pageText(
  services: Services,
  raw: Reading,
  { documentId, page }: { documentId: string; page: number },
): Promise<Answer<typeof pageTextEndpoint>> {
  const event = { event: 'document_viewed', details: { page, text: true } } as const
  const { source } = await openFor(services, raw, documentId, event)
  return drawn(services.renderer.text(source, page))
}

/** The pages on which a text stands. What was searched for is not recorded: it may be a person's name. */
export async function searchPages(
  services: Services,
  raw: Reading,
  documentId: string,
  text: string,
): Promise<Answer<typeof searchPagesEndpoint>> {
  const { source } = await openFor(services, raw, documentId, { event: 'document_searched' })
  return { hits: await drawn(services.renderer.search(source, text)) }
}
