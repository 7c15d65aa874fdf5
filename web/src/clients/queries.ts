import type { Client } from '@deedbox/contract/clients.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** Query key below that of documents, because clients consist of their documents. */
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
