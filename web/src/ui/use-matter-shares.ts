import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** Fetches with whom a matter is shared, and what a share would give today; for people who keep matters. */
export const useMatterShares = (matterId: string | null, enabled = true) =>
  useQuery({
    queryKey: ['access', 'matter', matterId],
    queryFn: ({ signal }) =>
      call('GET /api/matters/:matterId/shares', { params: { matterId: matterId ?? '' }, signal }),
    enabled: enabled && matterId !== null,
  })
