import { limits } from '@deedbox/contract/limits.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type CallInput, call } from '../lib/api.ts'

type Filter = Omit<NonNullable<CallInput<'GET /api/requests'>['query']>, 'cursor'>

const requestsKey = ['requests'] as const

/** Fetches requests, paged by key. The rows stay on the screen while another filter is loading. */
export function useRequests(filter: Filter) {
  return useInfiniteQuery({
    queryKey: [...requestsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/requests', {
        query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** Finds the reader's own pending request for a document; there can be only one. */
export function useOwnPending(): (documentId: string) => AccessRequest | undefined {
  const { data } = useQuery({
    queryKey: [...requestsKey, 'pending'],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/requests', {
          query: { view: 'own', status: 'pending', limit: limits.page.max },
          signal,
        })
      ).requests,
  })
  return (documentId) => data?.find((request) => request.documentId === documentId)
}

type Order = Pick<NonNullable<CallInput<'GET /api/access'>['query']>, 'sort' | 'direction'>

/** Fetches the grants that give the reader access now, paged by key. */
export function useOwnAccess(search: string, endsUntil: string | undefined, order: Order) {
  return useInfiniteQuery({
    queryKey: ['access', 'own', search, endsUntil, order],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/access', {
        query: {
          scope: 'own',
          search,
          ...(endsUntil ? { endsUntil } : {}),
          ...order,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // Milliseconds after which access that ends while the page is open disappears.
    refetchInterval: 60_000,
  })
}
