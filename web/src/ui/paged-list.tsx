import type { InfiniteData } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { LoadMore } from './load-more.tsx'
import { ErrorState } from './states.tsx'

/** The query of a list that is paged by key. */
export type PagedQuery = {
  data: InfiniteData<{ nextCursor: string | null; total?: number; totalIsMore?: boolean }> | undefined
  error: unknown
  refetch: () => void
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>
}

/**
 * A list in each of its states: failed, empty, or its table (`children`), which shows that it loads while there are no `rows`. Below are the count
 * and Load More: always, only where there is more, never, or only Load More. Without `empty` an empty table stays.
 * `failure` is the specification's 'Failed to …'.
 */
export function PagedList(props: {
  list: PagedQuery
  rows: readonly unknown[] | undefined
  failure: string
  empty?: ReactNode
  more?: 'always' | 'needed' | 'never' | 'uncounted'
  children: ReactNode
}) {
  const { list, rows, more = 'always' } = props
  // Rows that the table shows by now, as it renders them in small steps: the count would stand below its skeleton for a moment and move away.
  const shown = useDeferredValue(rows)
  if (list.error && !rows)
    return <ErrorState title={props.failure} error={list.error} onRetry={list.refetch} />
  if (rows?.length === 0 && props.empty) return props.empty
  const below = more === 'always' || (more !== 'never' && (list.hasNextPage || list.error))
  const first = list.data?.pages[0]
  return (
    <>
      {props.children}
      {shown && below && (
        <LoadMore
          shown={shown.length}
          {...(more !== 'uncounted' && {
            total: first?.total ?? shown.length,
            totalIsMore: first?.totalIsMore,
          })}
          hasMore={list.hasNextPage}
          busy={list.isFetchingNextPage}
          error={list.error}
          onMore={list.fetchNextPage}
        />
      )}
    </>
  )
}
