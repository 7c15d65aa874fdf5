import type { Client } from '@deedbox/contract/clients.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** Under the key of documents, because a client is what their documents are. */
const clientsKey = ['documents', 'clients'] as const

export function useClient(name: string) {
  return useQuery({
    queryKey: [...clientsKey, 'one', name],
    queryFn: async ({ signal }): Promise<Client> =>
      (await call('GET /api/clients/one', { query: { name }, signal })).client,
  })
}

export function useClients(search: string) {
  return useInfiniteQuery({
    queryKey: [...clientsKey, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/clients/list', {
        query: { search, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}
