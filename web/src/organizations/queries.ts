import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type CallInput, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'

const organizationsKey = ['organizations'] as const
type Query = Omit<NonNullable<CallInput<'GET /api/organizations'>['query']>, 'cursor'>

export const useOrganizations = (query: Query) =>
  useInfiniteQuery({
    queryKey: [...organizationsKey, 'list', query],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/organizations', {
        query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

export const readOrganization = (organizationId: string, signal?: AbortSignal) =>
  call('GET /api/organizations/:organizationId', {
    params: { organizationId },
    ...(signal ? { signal } : {}),
  })

export const useOrganization = (organizationId: string) =>
  useQuery({
    queryKey: [...organizationsKey, organizationId],
    queryFn: ({ signal }) => readOrganization(organizationId, signal),
  })

export const useChanges = (organizationId: string) =>
  useInfiniteQuery({
    queryKey: [...organizationsKey, organizationId, 'history'],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/organizations/:organizationId/history', {
        params: { organizationId },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Fetches the members of an organisation, which people are filtered by its name. */
export const useMembers = (organization: string) =>
  useInfiniteQuery({
    queryKey: ['users', 'members', organization],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/users', {
        query: { organization, sort: 'name', ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const useDocuments = (organization: string) =>
  useInfiniteQuery({
    queryKey: ['documents', 'organization', organization],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/documents', {
        query: { organization, status: 'with-archived', ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Fetches everything that shows organisations again. */
export async function refreshOrganizations(): Promise<void> {
  for (const key of ['dashboard', 'organization-names', 'users'])
    void queryClient.invalidateQueries({ queryKey: [key] })
  await queryClient.invalidateQueries({ queryKey: organizationsKey })
}
