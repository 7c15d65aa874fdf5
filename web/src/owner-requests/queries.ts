import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'

type OwnerRequestAnswer = Answer<'GET /api/owner-requests/:requestId'>

const ownerRequestsKey = ['owner-requests'] as const
const oneKey = (requestId: string) => [...ownerRequestsKey, 'one', requestId]

/** After anything that changes an owner request: what is on the screen is asked for again. */
export const refreshOwnerRequests = () => queryClient.invalidateQueries({ queryKey: ownerRequestsKey })

/** Puts what a move answered on the screen, and asks for the lists again. */
export function keepOwnerRequest(request: OwnerRequestAnswer['request']): void {
  queryClient.setQueryData<OwnerRequestAnswer>(
    oneKey(request.id),
    (before) => before && { ...before, request },
  )
  void queryClient.invalidateQueries({ queryKey: [...ownerRequestsKey, 'list'] })
}

/** One owner request. Every look at it stands in the audit trail, so a glance away does not ask again. */
export function useOwnerRequest(requestId: string) {
  return useQuery({
    queryKey: oneKey(requestId),
    queryFn: ({ signal }) => call('GET /api/owner-requests/:requestId', { params: { requestId }, signal }),
    refetchOnWindowFocus: false,
  })
}

/** Owner requests that a person sent, or those addressed to or claimed by them; newest first, paged by key. */
export function useOwnerRequestList(view: 'sent' | 'received') {
  return useInfiniteQuery({
    queryKey: [...ownerRequestsKey, 'list', view],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/owner-requests', {
        query: { view, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** The person's own documents, the latest first; under the key of documents, so that an upload renews them. */
export function useOwnDocuments(search: string) {
  return useInfiniteQuery({
    queryKey: ['documents', 'own', search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/documents', {
        query: { owner: 'me', search, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  })
}
