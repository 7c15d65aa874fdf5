import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** Fetches the copies of a document that can be checked, and what it is itself. */
export const useCopies = (documentId: string) =>
  useQuery({
    queryKey: ['copies', documentId],
    queryFn: ({ signal }) =>
      call('GET /api/documents/:documentId/copies', { params: { documentId }, signal }),
  })
