import type { Document } from '@deedbox/contract/documents.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import type { ListState } from './list-state.ts'

/** Every query of documents begins with this key. */
const documentsKey = ['documents'] as const

/** A list of documents, paged by key. The rows stay on the screen while another filter or order is loading. */
export function useDocumentList(view: 'current' | 'deleted', { filter, sort, direction }: ListState) {
  return useInfiniteQuery({
    queryKey: [...documentsKey, 'list', view, filter, sort, direction],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/documents', {
        query: { ...filter, view, sort, direction, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Answer<'GET /api/documents'>) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** One document, looked at again every half minute, so that access that has ended is noticed on an open page too. */
export function useDocument(documentId: string) {
  return useQuery({
    queryKey: [...documentsKey, 'one', documentId],
    queryFn: async ({ signal }): Promise<Document> =>
      (await call('GET /api/documents/:documentId', { params: { documentId }, signal })).document,
    refetchInterval: 30_000,
  })
}

/** A document's history, newest first, paged by key. */
export function useHistory(documentId: string) {
  return useInfiniteQuery({
    queryKey: [...documentsKey, 'history', documentId],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/documents/:documentId/history', {
        params: { documentId },
        query: { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  })
}
