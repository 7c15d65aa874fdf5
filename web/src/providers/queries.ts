import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'

// Query key below that of organisations, so that it follows changes of both.
const providersKey = ['organizations', 'providers'] as const

/** Fetches the providers of an organisation, or of the deployment. */
export const useProviders = (of: string) =>
  useQuery({
    queryKey: [...providersKey, of],
    queryFn: ({ signal }) => call('GET /api/providers', { query: { of }, signal }),
  })

/** Fetches the providers with a domain that waits for an administrator. */
export const useWaitingProviders = () =>
  useQuery({
    queryKey: [...providersKey, 'waiting'],
    queryFn: ({ signal }) => call('GET /api/providers', { query: { waiting: 'true' }, signal }),
  })

export const refreshProviders = () => queryClient.invalidateQueries({ queryKey: providersKey })

/** Fetches the providers that one's own account may be linked with. */
export const useLinkable = () =>
  useQuery({
    queryKey: ['security', 'linkable'],
    queryFn: ({ signal }) => call('GET /api/identities/linkable', { signal }),
  })
