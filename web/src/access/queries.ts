import { limits } from '@deedbox/contract/limits.ts'
import type { accessSorts } from '@deedbox/contract/sorts.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type CallInput, call } from '../lib/api.ts'

const accessKey = ['access'] as const

/** Fetches a document's access table, newest first. */
export function useGrants(documentId: string) {
  return useQuery({
    queryKey: [...accessKey, documentId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/documents/:documentId/access', { params: { documentId }, signal })).grants,
  })
}

/** Fetches active grants on the documents that the person manages, sorted, as many as one bulk change can cover. */
export function useActiveGrants(search: string, sort: (typeof accessSorts)[number]) {
  return useQuery({
    queryKey: [...accessKey, 'active', search, sort],
    queryFn: ({ signal }) =>
      call('GET /api/access', {
        query: { scope: 'handled', view: 'active', search, sort, limit: limits.bulk },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
}

export type AccessQuery = Omit<
  NonNullable<CallInput<'GET /api/access'>['query']>,
  'cursor' | 'scope' | 'limit'
>

/** Fetches grants on the documents that the person handles, paged by key. */
export function useAccessList(query: AccessQuery) {
  return useInfiniteQuery({
    queryKey: [...accessKey, 'handled', query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/access', {
        query: { ...query, scope: 'handled', ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** Fetches the people who have access to chosen documents already. */
export function useReaders(documentIds: string[]) {
  return useQuery({
    queryKey: [...accessKey, 'readers', documentIds],
    queryFn: ({ signal }) => call('POST /api/documents/access', { body: { documentIds }, signal }),
  })
}
