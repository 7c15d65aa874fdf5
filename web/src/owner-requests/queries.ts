import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, type CallInput, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'

type OwnerRequestAnswer = Answer<'GET /api/owner-requests/:requestId'>

type View = 'sent' | 'received' | 'unclaimed' | 'organization'
const ownerRequestsKey = ['owner-requests'] as const
const oneKey = (requestId: string) => [...ownerRequestsKey, 'one', requestId]

/** Fetches owner requests again after one has changed. */
export const refreshOwnerRequests = () => queryClient.invalidateQueries({ queryKey: ownerRequestsKey })

/** Shows a changed request at once and fetches the lists again. */
export function showOwnerRequest(request: OwnerRequestAnswer['request']): void {
  queryClient.setQueryData<OwnerRequestAnswer>(
    oneKey(request.id),
    (before) => before && { ...before, request },
  )
  void queryClient.invalidateQueries({ queryKey: [...ownerRequestsKey, 'list'] })
}

/** Fetches one owner request. Each fetch is written to the audit trail, so returning to the window does not repeat it. */
export function useOwnerRequest(requestId: string) {
  return useQuery({
    queryKey: oneKey(requestId),
    queryFn: ({ signal }) => call('GET /api/owner-requests/:requestId', { params: { requestId }, signal }),
    refetchOnWindowFocus: false,
  })
}

type Query = NonNullable<CallInput<'GET /api/owner-requests'>['query']>

/** Fetches owner requests that a person sent, received, or that nobody has claimed; paged by key. */
export function useOwnerRequestList(view: View, only: Omit<Query, 'view' | 'cursor'>) {
  return useInfiniteQuery({
    queryKey: [...ownerRequestsKey, 'list', view, only],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/owner-requests', {
        query: { view, ...only, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** Fetches the person's own documents, the latest first, under the key of documents, so that an upload refreshes them. */
export function useOwnDocuments(search: string) {
  return useInfiniteQuery({
    queryKey: ['documents', 'own', search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/documents', {
        query: { owner: 'me', status: 'with-archived', search, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  })
}
