import type { Client } from '@deedbox/contract/clients.ts'
import type { clientSorts, Direction } from '@deedbox/contract/sorts.ts'
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

export function useClients(
  search: string,
  order: { sort: (typeof clientSorts)[number]; direction: Direction },
) {
  return useInfiniteQuery({
    queryKey: [...clientsKey, 'list', search, order],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/clients/list', {
        query: { search, ...order, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}
