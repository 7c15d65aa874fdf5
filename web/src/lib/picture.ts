import { useEffect, useState } from 'react'
import { addressOf } from './api.ts'
import { onConnectionBack } from './connection.ts'
import { bytesAt } from './download.ts'
import { noticeSession } from './query.ts'

type Picture = { url?: string; error?: unknown }

/**
 * The image of one page of a document. It is fetched when shown, never ahead, because each fetch is recorded in the audit trail as a view, and
 * released as soon as another page is shown. One that failed is fetched again when the connection is back; nothing is fetched if `page` is absent.
 */
export function usePicture(documentId: string, page: number | null): Picture & { loading: boolean } {
  const [attempt, setAttempt] = useState(0)
  const key = `${documentId} ${page} ${attempt}`
  const [shown, setShown] = useState<Picture & { key: string }>({ key: '' })
  useEffect(() => {
    if (page === null) return
    const stop = new AbortController()
    let url: string | undefined
    const address = addressOf('GET /api/documents/:documentId/pages/:page', { params: { documentId, page } })
    bytesAt(address, stop.signal).then(
      (bytes) => {
        if (stop.signal.aborted) return
        url = URL.createObjectURL(bytes)
        setShown({ key, url })
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        noticeSession(error)
        setShown({ key, error })
      },
    )
    return () => {
      stop.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [documentId, page, key])
  const failed = shown.key === key && shown.error !== undefined
  useEffect(() => (failed ? onConnectionBack(() => setAttempt((before) => before + 1)) : undefined), [failed])
  if (shown.key !== key) return { loading: true }
  return { ...shown, loading: false }
}
