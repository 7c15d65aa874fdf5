import { limits } from '@deedbox/contract/limits.ts'
import type { accessSorts } from '@deedbox/contract/sorts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

const accessKey = ['access'] as const

/** A document's access table, newest first. */
export function useGrants(documentId: string) {
  return useQuery({
    queryKey: [...accessKey, documentId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/documents/:documentId/access', { params: { documentId }, signal })).grants,
  })
}

/** Active grants on the documents that the person manages, sorted, as many as one bulk change can cover. */
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
