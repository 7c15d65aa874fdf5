import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { queryClient, refreshSession } from '../lib/query.ts'

/** Refreshes after a second factor was added, removed or renamed. */
export async function refreshFactors(): Promise<void> {
  void refreshSession()
  await queryClient.invalidateQueries({ queryKey: ['security'] })
}

/** Query of the person's second factors. */
export const factorsQuery = queryOptions({
  queryKey: ['security', 'factors'],
  queryFn: ({ signal }) => call('GET /api/factors', { signal }),
})
