import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Fetches the person's unfinished uploads, and how much they may store. */
export const useOwnUploads = () =>
  useQuery({
    queryKey: ['uploads'],
    queryFn: ({ signal }) => call('GET /api/uploads', { signal }),
    // Milliseconds between fetches, as an upload may still be stored after its page was left.
    refetchInterval: 5_000,
  })
