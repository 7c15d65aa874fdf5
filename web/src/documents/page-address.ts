import { widthFor } from '@deedbox/contract/page-pixels.ts'
import { addressOf } from '../lib/api.ts'

/** Pixels beside a page that fits the width of the window. */
const besidePage = 32

/** Returns the page that an address opens the reader with (`?page=3`), or null. */
export function pageIn(query: URLSearchParams): number | null {
  const page = query.get('page')
  return page && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : null
}

export type AskedPage = { documentId: string; page: number; width: number; ahead: boolean }

/** Returns the address of a page's picture. `ahead`: it is not shown yet, which its audit event says. */
export const pictureAddress = ({ documentId, page, width, ahead }: AskedPage): string =>
  addressOf('GET /api/documents/:documentId/pages/:page', {
    params: { documentId, page },
    query: { width, ...(ahead && { for: 'ahead' as const }) },
  })

/** Returns the address of the first page's picture as wide as the window, as pages are shown at first, before its size is known. */
export const firstPictureAddress = (documentId: string): string =>
  pictureAddress({
    documentId,
    page: 1,
    width: widthFor(Math.ceil((window.innerWidth - besidePage) * window.devicePixelRatio)),
    ahead: true,
  })
