import type { Document } from '@deedbox/contract/documents.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import type { ListState } from './list-state.ts'

/** The first part of every document query key. */
export const documentsKey = ['documents'] as const

/** Fetches a list of documents, paged by cursor. The rows stay visible while another filter or order is loading. */
export function useDocumentList(
  view: 'current' | 'deleted',
  { filter, owner, client, text, sort, direction }: ListState,
) {
  return useInfiniteQuery({
    queryKey: [...documentsKey, 'list', view, filter, owner, client, text, sort, direction],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/documents', {
        query: {
          ...filter,
          ...(owner && { owner }),
          ...(client && { client }),
          ...(text && { text }),
          view,
          sort,
          direction,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Answer<'GET /api/documents'>) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** Fetches one document, again every 30 seconds, so that an open page notices when access has ended. */
export function useDocument(documentId: string) {
  return useQuery({
    queryKey: [...documentsKey, 'one', documentId],
    queryFn: async ({ signal }): Promise<Document> =>
      (await call('GET /api/documents/:documentId', { params: { documentId }, signal })).document,
    refetchInterval: 30_000,
  })
}

/** Fetches a document's history, newest first, paged by cursor. */
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
