import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadMore } from './load-more.tsx'
import { ErrorState } from './states.tsx'

/** The query of a list that is paged by key. */
type PagedQuery = {
  data: InfiniteData<{ total?: number; totalIsMore?: boolean }> | undefined
  error: unknown
  refetch: () => void
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>
}

/**
 * A list in each of its states: failed, empty, or its table (`children`), which shows that it loads while there are no `rows`. Below are the count
 * and Load More: always, only where there is more, or never. `failure` is the specification's 'Failed to …'.
 */
export function PagedList(props: {
  list: PagedQuery
  rows: readonly unknown[] | undefined
  failure: string
  empty: ReactNode
  more?: 'always' | 'needed' | 'never'
  children: ReactNode
}) {
  const { list, rows, more = 'always' } = props
  if (list.error && !rows)
    return <ErrorState title={props.failure} error={list.error} onRetry={list.refetch} />
  if (rows?.length === 0) return props.empty
  const counted = more === 'needed' ? list.hasNextPage || list.error : more === 'always'
  return (
    <>
      {props.children}
      {rows && counted && (
        <LoadMore
          shown={rows.length}
          total={list.data?.pages[0]?.total ?? rows.length}
          totalIsMore={list.data?.pages[0]?.totalIsMore}
          hasMore={list.hasNextPage}
          busy={list.isFetchingNextPage}
          error={list.error}
          onMore={list.fetchNextPage}
        />
      )}
    </>
  )
}
