import { readFileId } from '@deedbox/contract/file-id.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type {
  documentAnnotations as documentAnnotationsEndpoint,
  documentOutline as documentOutlineEndpoint,
  drawnFor,
  drawPage as drawPageEndpoint,
  drawThumbnails as drawThumbnailsEndpoint,
  listPages as listPagesEndpoint,
  pagesText as pagesTextEndpoint,
  pageText as pageTextEndpoint,
  searchPages as searchPagesEndpoint,
} from '@deedbox/contract/pages.ts'
import type { documentSignatures as documentSignaturesEndpoint } from '@deedbox/contract/signatures.ts'
import type { FastifyReply } from 'fastify'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { RenderError } from '../../platform/rendering/renderer.ts'
import { attachmentsOf } from './file.ts'
import { passwordIn } from './file-keys.ts'
import { drawn, type Opened, openFor, type Reading, sourceFor } from './open-pages.ts'
import { beginReading, type ReadingEntry } from './reading.ts'

/*
 * Calls are audited before anything leaves. `details` names `page` in all of them but the first, so that only opening a document counts as
 * a reading of it (db/readings.ts, ADR 43).
 */

type Range = { from: number; to: number }
type Drawn<A> = Promise<A | FastifyReply>

/** Lists how many pages there are and how large. */
export async function listPages(
  services: Services,
  raw: Reading,
  documentId: string,
): Drawn<Answer<typeof listPagesEndpoint>> {
  const opened = await openFor(services, raw, documentId, { event: 'document_viewed' })
  const { renderer } = services
  // Reads one after the other, so that the content is read once.
  const read = async () => {
    const pages = await renderer.pages(opened.source)
    const outline = (await renderer.outline(opened.source)).length > 0
    const { links, notes } = await renderer.annotations(opened.source)
    const { file, source } = opened
    return {
      ...{ pages, outline, cutOff: await renderer.isCutOff(source) },
      annotations: links.length + notes.length > 0,
      file: { name: file.name, type: file.fileType },
      attachments: await attachmentsOf(services, file, source),
    }
  }
  return drawn(raw, opened, read(), (answer) => answer)
}

/** Audit events of a page: that it was sent ahead does not say that it was shown. */
const recordedAs = {
  reading: (page) => ({ event: 'document_viewed', details: { page } }),
  ahead: (page) => ({ event: 'document_viewed', details: { page, ahead: true } }),
  printing: (page) => ({ event: 'document_printed', details: { page } }),
} satisfies Record<(typeof drawnFor)[number], (page: number) => ReadingEntry>

/** Draws one page, or a part of it, as a JPEG. */
export async function drawPage(
  services: Services,
  raw: Reading,
  { documentId, page }: { documentId: string; page: number },
  { for: drawnAs, width, column, row }: Input<typeof drawPageEndpoint>['query'],
): Promise<FastifyReply> {
  const printing = drawnAs === 'printing'
  const part = column === undefined || row === undefined ? undefined : { column, row }
  const entry = part
    ? ({ event: 'document_viewed', details: { page, part: true } } as const)
    : recordedAs[drawnAs](page)
  const opened = await openFor(services, raw, documentId, entry, { copies: printing })
  const { source, watermark } = opened
  const { drawScale, printScale } = limits.viewer
  const scale = printing ? printScale : drawScale
  const size = width === undefined || printing ? { scale } : { width, part }
  const drawing = services.renderer.draw(source, { page, ...size, watermark })
  return drawn(raw, opened, drawing, ({ contentType, image }) =>
    raw.reply.headers({ 'content-type': contentType, 'cache-control': 'no-store' }).send(image),
  )
}

/** Draws small images of some pages, one after the other, so that whoever waits for a page is not kept waiting by them. */
export async function drawThumbnails(
  services: Services,
  raw: Reading,
  documentId: string,
  { from, to }: Range,
): Drawn<Answer<typeof drawThumbnailsEndpoint>> {
  const event = { event: 'document_viewed', details: { page: from, to, thumbnails: true } } as const
  const opened = await openFor(services, raw, documentId, event)
  return drawn(raw, opened, thumbnailsOf(services, opened, { from, to }), (thumbnails) => ({ thumbnails }))
}

async function thumbnailsOf({ renderer }: Services, { source, watermark }: Opened, { from, to }: Range) {
  const sizes = await renderer.pages(source)
  if (to > sizes.length) throw new RenderError('no-such-page')
  const thumbnails = []
  for (const [index, { width, height }] of sizes.slice(from - 1, to).entries()) {
    const page = from + index
    const scale = limits.viewer.thumbnailSide / Math.max(width, height)
    const { image } = await renderer.draw(source, { page, scale, watermark })
    thumbnails.push({ page, image: image.toString('base64') })
  }
  return thumbnails
}

/** Reads the words of one page and their boxes. */
export async function pageText(
  services: Services,
  raw: Reading,
  { documentId, page }: { documentId: string; page: number },
): Drawn<Answer<typeof pageTextEndpoint>> {
  const event = { event: 'document_viewed', details: { page, text: true } } as const
  const opened = await openFor(services, raw, documentId, event, { copies: true })
  return drawn(raw, opened, services.renderer.text(opened.source, page), (text) => text)
}

/** Reads the words of some pages: one call and one event for many pages of a long deed. */
export async function pagesText(
  services: Services,
  raw: Reading,
  documentId: string,
  { from, to }: Range,
): Drawn<Answer<typeof pagesTextEndpoint>> {
  const event = { event: 'document_viewed', details: { page: from, to, text: true } } as const
  const opened = await openFor(services, raw, documentId, event, { copies: true })
  const read = async () => {
    const pages = []
    for (let page = from; page <= to; page++)
      pages.push({ page, ...(await services.renderer.text(opened.source, page)) })
    return pages
  }
  return drawn(raw, opened, read(), (pages) => ({ pages }))
}

/** Reads the bookmarks of a PDF. */
export async function documentOutline(
  services: Services,
  raw: Reading,
  documentId: string,
): Drawn<Answer<typeof documentOutlineEndpoint>> {
  const event = { event: 'document_viewed', details: { page: null, outline: true } } as const
  const opened = await openFor(services, raw, documentId, event)
  return drawn(raw, opened, services.renderer.outline(opened.source), (entries) => ({ entries }))
}

/** Reads the links and notes of a PDF. What was written in a note are words: they are only for those who may have the document's (ADR 61). */
export async function documentAnnotations(
  services: Services,
  raw: Reading,
  documentId: string,
): Drawn<Answer<typeof documentAnnotationsEndpoint>> {
  const event = { event: 'document_viewed', details: { page: null, annotations: true } } as const
  const opened = await openFor(services, raw, documentId, event)
  return drawn(raw, opened, services.renderer.annotations(opened.source), ({ links, notes, more }) => ({
    links,
    notes: notes.map(({ text, author, at, ...note }) => ({
      ...note,
      words: opened.copies ? { text, author, at } : null,
    })),
    more,
  }))
}

/** Checks the digital signatures of a PDF. It is a reading only where there are some: every document's page asks. */
export async function documentSignatures(
  services: Services,
  raw: Reading,
  documentId: string,
): Drawn<Answer<typeof documentSignaturesEndpoint>> {
  const event = { event: 'document_viewed', details: { page: null, signatures: true } } as const
  const opened = await sourceFor(services, raw, documentId, passwordIn(services, raw, documentId))
  const read = async () => {
    const signatures = await services.renderer.signatures(opened.source)
    if (signatures.length > 0)
      await (await beginReading(services, raw, readFileId(documentId).documentId, () => event)).recorded
    return { signatures }
  }
  return drawn(raw, opened, read(), (answer) => answer)
}

/** Finds the pages that hold a text. The text is not recorded, because it may be a person's name. */
export async function searchPages(
  services: Services,
  raw: Reading,
  documentId: string,
  { text, from, to = from }: Input<typeof searchPagesEndpoint>['query'],
): Drawn<Answer<typeof searchPagesEndpoint>> {
  const range = from === undefined || to === undefined ? undefined : { from, to }
  const event = {
    event: 'document_searched',
    ...(range && { details: { page: range.from, to: range.to } }),
  } as const
  const opened = await openFor(services, raw, documentId, event)
  return drawn(raw, opened, services.renderer.search(opened.source, text, range), (found) => found)
}
