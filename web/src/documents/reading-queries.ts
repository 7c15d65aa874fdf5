import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** Options of queries that are not repeated automatically, as each fetch is recorded as another reading. */
export const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

export const keyOf = (documentId: string) => ['viewer', documentId] as const

/** Fetches the number and sizes of the pages. */
export const pageSizesQuery = (documentId: string) =>
  queryOptions({
    queryKey: [...keyOf(documentId), 'pages'],
    queryFn: ({ signal }) => call('GET /api/documents/:documentId/pages', { params: { documentId }, signal }),
    ...once,
  })
