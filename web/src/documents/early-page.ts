import { widthFor } from '@deedbox/contract/page-pixels.ts'
import { addressOf } from '../lib/api.ts'
import { bytesAt } from '../lib/download.ts'

/** Pixels beside a page that fits the width of the window. */
const besidePage = 32

type Asked = { documentId: string; page: number; width: number; ahead: boolean }

/** Returns the address of a page's picture. `ahead`: it is not shown yet, which its audit event says. */
export const pictureAddress = ({ documentId, page, width, ahead }: Asked): string =>
  addressOf('GET /api/documents/:documentId/pages/:page', {
    params: { documentId, page },
    query: { width, ...(ahead && { for: 'ahead' as const }) },
  })

let early: { address: string; bytes: Promise<Blob> } | null = null

/**
 * Asks for the picture of the first page, with which the reader opens, before its size is known: as wide as the window, as pages are shown at
 * first. Any other page may not be there, and the audit trail would say that it was sent. Returns how to give it up.
 */
export function askEarly(documentId: string): () => void {
  const stop = new AbortController()
  const width = widthFor(Math.ceil((window.innerWidth - besidePage) * window.devicePixelRatio))
  const address = pictureAddress({ documentId, page: 1, width, ahead: true })
  const asked = { address, bytes: bytesAt(address, stop.signal) }
  // Nobody may take it.
  asked.bytes.catch(() => undefined)
  early = asked
  return () => {
    stop.abort()
    if (early === asked) early = null
  }
}

/** Takes the picture that was asked for early, if it is this one; null if it is not, or did not come. */
export async function takeEarly(asked: Asked): Promise<Blob | null> {
  if (early?.address !== pictureAddress({ ...asked, ahead: true })) return null
  const { bytes } = early
  early = null
  return bytes.catch(() => null)
}
