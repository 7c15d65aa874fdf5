import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'

// Begins like the keys of organisations, so that it follows changes of both.
const providersKey = ['organizations', 'providers'] as const

/** The providers of an organisation, or of the deployment. */
export const useProviders = (of: string) =>
  useQuery({
    queryKey: [...providersKey, of],
    queryFn: ({ signal }) => call('GET /api/providers', { query: { of }, signal }),
  })

/** The providers with a domain that waits for an administrator. */
export const useWaitingProviders = () =>
  useQuery({
    queryKey: [...providersKey, 'waiting'],
    queryFn: ({ signal }) => call('GET /api/providers', { query: { waiting: 'true' }, signal }),
  })

export const refreshProviders = () => queryClient.invalidateQueries({ queryKey: providersKey })

/** The providers that one's own account may be linked with. */
export const useLinkable = () =>
  useQuery({
    queryKey: ['security', 'linkable'],
    queryFn: ({ signal }) => call('GET /api/identities/linkable', { signal }),
  })
