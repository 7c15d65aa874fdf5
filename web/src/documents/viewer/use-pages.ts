import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf, call } from '../../lib/api.ts'
import { bytesAt } from '../../lib/download.ts'
import { noticeSession } from '../../lib/query.ts'
import { createPictures, type Pictures } from './pictures.ts'
import { createShownPages } from './shown-pages.ts'
import { isRefusal } from './view.ts'

/** Options of queries that are not repeated automatically, as each fetch is recorded as another reading. */
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

const keyOf = (documentId: string) => ['viewer', documentId] as const

/** Fetches the number and sizes of the pages. Everything that the reader keeps of the document is dropped when it closes. */
export function usePageSizes(documentId: string) {
  const client = useQueryClient()
  useEffect(() => () => client.removeQueries({ queryKey: keyOf(documentId) }), [client, documentId])
  return useQuery({
    queryKey: [...keyOf(documentId), 'pages'],
    queryFn: ({ signal }) => call('GET /api/documents/:documentId/pages', { params: { documentId }, signal }),
    ...once,
  })
}

/** Returns the block of `each` pages to which a page belongs. */
const blockOf = (page: number, each: number, count: number) => {
  const from = page - ((page - 1) % each)
  return { from, to: Math.min(count, from + each - 1) }
}

/** Fetches the text of a page together with that of its neighbours. */
export function textQuery(documentId: string, page: number, count: number, each: number) {
  const query = blockOf(page, each, count)
  return {
    queryKey: [...keyOf(documentId), 'text', query.from],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call('GET /api/documents/:documentId/text', { params: { documentId }, query, signal })).pages,
    ...once,
  }
}

/** Fetches the thumbnail of a page together with those of its neighbours. */
export function thumbnailQuery(documentId: string, page: number, count: number, each: number) {
  const query = blockOf(page, each, count)
  return {
    queryKey: [...keyOf(documentId), 'thumbnails', query.from],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call('GET /api/documents/:documentId/thumbnails', { params: { documentId }, query, signal }))
        .thumbnails,
    ...once,
    gcTime: 60_000,
  }
}

export function useOutline(documentId: string) {
  return useQuery({
    queryKey: [...keyOf(documentId), 'outline'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/documents/:documentId/outline', { params: { documentId }, signal })).entries,
    ...once,
  })
}

/** Finds the places of a text. Every search is recorded, so it waits for Enter. */
export function useHits(documentId: string, text: string) {
  return useQuery({
    queryKey: [...keyOf(documentId), 'search', text],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/documents/:documentId/search', {
          params: { documentId },
          query: { text },
          signal,
        })
      ).hits,
    enabled: text !== '',
    ...once,
  })
}

/** Reports an answer that ends the reading. */
export function useRefusal(error: unknown, onRefused: (error: unknown) => void): boolean {
  const refused = isRefusal(error)
  useEffect(() => {
    if (refused) onRefused(error)
  }, [refused, error, onRefused])
  return refused
}

/** Keeps the pictures of the pages while the reader is open. */
export function usePictures(
  documentId: string,
  count: number,
  onRefused: (error: unknown) => void,
): Pictures | null {
  const [pictures, setPictures] = useState<Pictures | null>(null)
  useEffect(() => {
    const params = { documentId }
    const shownPages = createShownPages(async (pages, leaving) => {
      const address = addressOf('POST /api/documents/:documentId/pages/shown', { params })
      // Request that the browser sends even when the page is closed; nobody waits for the answer.
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pages }),
        keepalive: leaving,
      })
      if (answer.status >= 500) throw new Error('not told')
    })
    const made = createPictures({
      count,
      fetchPage: (page, width, ahead, signal) => {
        const query = { width, ...(ahead && { for: 'ahead' as const }) }
        const address = addressOf('GET /api/documents/:documentId/pages/:page', {
          params: { documentId, page },
          query,
        })
        return bytesAt(address, signal)
      },
      onShown: shownPages.add,
      onRefused: (error) => {
        noticeSession(error)
        onRefused(error)
      },
    })
    setPictures(made)
    return () => {
      made.drop()
      shownPages.end()
      setPictures(null)
    }
  }, [documentId, count, onRefused])
  return pictures
}
