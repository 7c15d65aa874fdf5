import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** Returns the names of the first organisations that match. */
export function useOrganizationNames(search: string): string[] {
  const { data } = useQuery({
    queryKey: ['organization-names', search],
    queryFn: ({ signal }) => call('GET /api/organization-names', { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })
  return data?.organizations.map(({ name }) => name) ?? []
}
