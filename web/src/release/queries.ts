import type { Nominated } from '@deedbox/contract/nominated.ts'
import type { Nomination } from '@deedbox/contract/nominations.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'

export type { Nominated, Nomination }

/** Document or matter that nominations are of; neither: all that the person answers for. */
export type NominationsOf = { document?: string; matter?: string }

export function useNominations(of: NominationsOf) {
  const list = useInfiniteQuery({
    queryKey: ['nominations', of],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/nominations', { query: { ...of, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Answer<'GET /api/nominations'>) => nextCursor,
    placeholderData: keepPreviousData,
  })
  return { list, rows: list.data?.pages.flatMap(({ nominations }) => nominations) }
}

export const useNominated = () =>
  useQuery({
    queryKey: ['nominated'],
    queryFn: async ({ signal }) => (await call('GET /api/nominated', { signal })).nominated,
  })
