import type { DueDate, DueFilter } from '@deedbox/contract/due-dates.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'

export type { DueDate }

/** Reads the dates that fall due with a filter, page by page. */
export function useDueDates(filter: DueFilter, limit?: number) {
  const list = useInfiniteQuery({
    queryKey: ['due-dates', filter, limit],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/due-dates', {
        query: { ...filter, ...(limit ? { limit } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Answer<'GET /api/due-dates'>) => nextCursor,
    placeholderData: keepPreviousData,
  })
  return { list, rows: list.data?.pages.flatMap(({ dueDates }) => dueDates) }
}
