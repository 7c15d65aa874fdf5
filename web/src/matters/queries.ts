import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type CallInput, call } from '../lib/api.ts'

const mattersKey = ['matters'] as const
type Query = Omit<NonNullable<CallInput<'GET /api/matters'>['query']>, 'cursor'>

export const useMatters = (query: Query) =>
  useInfiniteQuery({
    queryKey: [...mattersKey, 'list', query],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/matters', {
        query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

export const readMatter = (matterId: string, signal?: AbortSignal) =>
  call('GET /api/matters/:matterId', { params: { matterId }, ...(signal ? { signal } : {}) })

export const useMatter = (matterId: string) =>
  useQuery({
    queryKey: [...mattersKey, 'one', matterId],
    queryFn: async ({ signal }) => (await readMatter(matterId, signal)).matter,
  })

export const useMatterHistory = (matterId: string) =>
  useInfiniteQuery({
    queryKey: [...mattersKey, 'history', matterId],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/matters/:matterId/history', {
        params: { matterId },
        query: { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
