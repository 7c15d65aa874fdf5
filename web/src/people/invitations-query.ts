import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** The open invitations and the existing organisations. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call('GET /api/invitations', { signal }),
})
