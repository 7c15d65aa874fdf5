import { ApiError, addressOf } from '../../lib/api.ts'
import { bytesAt } from '../../lib/download.ts'
import classes from './print.module.css'

export type Pages = { from: number; to: number }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Fetches one page for printing, again when the server is too busy for this person. */
async function pageAt(documentId: string, page: number, signal: AbortSignal): Promise<Blob> {
  const address = addressOf('GET /api/documents/:documentId/pages/:page', {
    params: { documentId, page },
    query: { for: 'printing' },
  })
  for (let tries = 0; ; tries++) {
    try {
      return await bytesAt(address, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || tries === 5) throw error
      await pause(1_000 * (tries + 1))
      signal.throwIfAborted()
    }
  }
}

/** Adds a picture to the printed paper; resolves once the browser has it. */
function add(paper: HTMLElement, bytes: Blob): Promise<void> {
  const image = document.createElement('img')
  image.alt = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  image.onload = () => resolve()
  image.onerror = () => reject(new Error('a page could not be shown'))
  image.src = URL.createObjectURL(bytes)
  paper.append(image)
  return promise
}

/**
 * Fetches pages one after the other and opens the browser's print dialog with them. Fetched pages are dropped when that dialog closes, and at once
 * when `signal` aborts. Throws ApiError, or the signal's reason.
 */
export async function printPages(
  documentId: string,
  { from, to }: Pages,
  signal: AbortSignal,
  onPage: (page: number) => void,
): Promise<void> {
  const paper = document.createElement('div')
  paper.className = classes.paper ?? ''
  const clear = () => {
    for (const image of paper.querySelectorAll('img')) URL.revokeObjectURL(image.src)
    paper.remove()
  }
  signal.addEventListener('abort', clear, { once: true })
  try {
    document.body.append(paper)
    for (let page = from; page <= to; page++) {
      onPage(page)
      await add(paper, await pageAt(documentId, page, signal))
      signal.throwIfAborted()
    }
    const over = new Promise((resolve) => addEventListener('afterprint', resolve, { once: true }))
    const left = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    window.print()
    await Promise.race([over, left])
  } finally {
    clear()
  }
}
