import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call('GET /api/profile', { signal }),
})

/** Query of what keeps the person from closing their account. */
export const closingQuery = queryOptions({
  queryKey: ['profile', 'closing'],
  queryFn: ({ signal }) => call('GET /api/profile/closing', { signal }),
})

/** Query of the first of their own documents; the rest are on the next page of /documents. */
export const ownDocumentsQuery = queryOptions({
  queryKey: ['documents', 'own'],
  queryFn: ({ signal }) =>
    call('GET /api/documents', { query: { owner: 'me', status: 'with-archived', limit: 50 }, signal }),
})
