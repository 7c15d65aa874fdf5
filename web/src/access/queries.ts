import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'

const grantsKey = (documentId: string) => ['access', documentId]

export const refreshGrants = (documentId: string) =>
  queryClient.invalidateQueries({ queryKey: grantsKey(documentId) })

/** A document's access table, newest first. */
export function useGrants(documentId: string) {
  return useQuery({
    queryKey: grantsKey(documentId),
    queryFn: async ({ signal }) =>
      (await call('GET /api/documents/:documentId/access', { params: { documentId }, signal })).grants,
  })
}
