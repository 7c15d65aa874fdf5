import { limits } from '@deedbox/contract/limits.ts'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { addressOf, call } from '../../lib/api.ts'
import { onConnectionBack } from '../../lib/connection.ts'
import { bytesAt } from '../../lib/download.ts'
import { forgetFileKey } from '../../lib/file-keys.ts'
import { noticeSession } from '../../lib/query.ts'
import { takeEarly } from '../early-page.ts'
import { pictureAddress } from '../page-address.ts'
import { keyOf, once, pageSizesQuery } from '../reading-queries.ts'
import type { Hits } from './finds.ts'
import { createPictures, type Pictures } from './pictures.ts'
import { createShownPages } from './shown-pages.ts'
import { isRefusal } from './view.ts'

/** Fetches the number and sizes of the pages. Everything that the reader keeps of the document is dropped when it closes, and `opened` says that its password is there. */
export function usePageSizes(documentId: string, opened: boolean) {
  const client = useQueryClient()
  useEffect(
    () => () => {
      client.removeQueries({ queryKey: keyOf(documentId) })
      forgetFileKey(documentId)
    },
    [client, documentId],
  )
  return useQuery({ ...pageSizesQuery(documentId), enabled: opened })
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

/** Fetches the links and notes of a document that has any. */
export function useAnnotationsOf(documentId: string, there: boolean) {
  return useQuery({
    queryKey: [...keyOf(documentId), 'annotations'],
    queryFn: ({ signal }) =>
      call('GET /api/documents/:documentId/annotations', { params: { documentId }, signal }),
    enabled: there,
    ...once,
  })
}

/** Finds the places of a text. Every search is recorded, so it waits for Enter. */
export function useHits(documentId: string, text: string) {
  return useQuery({
    queryKey: [...keyOf(documentId), 'search', text],
    queryFn: ({ signal }) =>
      call('GET /api/documents/:documentId/search', { params: { documentId }, query: { text }, signal }),
    enabled: text !== '',
    ...once,
  })
}

/** Finds all places on the pages around one, where `lacks` says that some are missing; returns those of all pages asked for so far. */
export function usePagesHits(
  documentId: string,
  text: string,
  page: number,
  count: number,
  lacks: (from: number, to: number) => boolean,
): Hits {
  // Blocks of the open page and of the next one, which may be in view too.
  const blocks = [page, Math.min(count, page + 1)].map((each) => blockOf(each, limits.viewer.textEach, count))
  const client = useQueryClient()
  const keyOfBlocks = [...keyOf(documentId), 'search of pages', text]
  const asked = useQueries({
    queries: [...new Map(blocks.map((block) => [block.from, block])).values()].map(({ from, to }) => ({
      queryKey: [...keyOfBlocks, from],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (
          await call('GET /api/documents/:documentId/search', {
            params: { documentId },
            query: { text, from, to },
            signal,
          })
        ).hits,
      enabled: text !== '' && lacks(from, to),
      ...once,
    })),
  })
  const settled = asked.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers are in the client, and change with what has settled
  return useMemo(
    () => client.getQueriesData<Hits>({ queryKey: keyOfBlocks }).flatMap(([, hits]) => hits ?? []),
    [client, documentId, text, settled],
  )
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
      fetchPage: async (page, width, ahead, signal) => {
        const asked = { documentId, page, width, ahead }
        const early = await takeEarly(asked)
        // It was drawn ahead, and is in view now.
        if (early && !ahead) shownPages.add(page)
        return early ?? bytesAt(pictureAddress(asked), signal)
      },
      onShown: shownPages.add,
      onRefused: (error) => {
        noticeSession(error)
        onRefused(error)
      },
    })
    setPictures(made)
    const forget = onConnectionBack(made.retryAll)
    return () => {
      forget()
      made.drop()
      shownPages.end()
      setPictures(null)
    }
  }, [documentId, count, onRefused])
  return pictures
}
