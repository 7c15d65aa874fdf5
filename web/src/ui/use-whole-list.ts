import { countText } from '@deedbox/contract/counts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { useCallback, useEffect, useState } from 'react'
import type { Selection } from './use-selection.ts'

type PagedQuery = {
  data: { pages: { total?: number; totalIsMore?: boolean }[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Offer of `SelectionBar` to choose all rows that a list finds, not only the loaded ones. */
export type WholeList = { text: string; loading: boolean; choose: () => void }

/** Number of rows chosen at once, at most. */
const most = limits.bulk

/** Offers to load all rows of a list and to choose them, once all loaded ones are chosen; null where there are no more. */
export function useWholeList(
  list: PagedQuery,
  rows: readonly unknown[] | undefined,
  { chosen, all }: Selection,
): WholeList | null {
  const [wanted, setWanted] = useState(false)
  const loaded = rows?.length ?? 0
  const more = list.hasNextPage && loaded < most
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError: failed } = list
  useEffect(() => {
    if (!wanted) return
    if (more && !failed) {
      if (!isFetchingNextPage) void fetchNextPage()
      return
    }
    all(true)
    setWanted(false)
  }, [wanted, more, failed, isFetchingNextPage, fetchNextPage, all])
  const choose = useCallback(() => setWanted(true), [])
  const first = list.data?.pages[0]
  const total = first?.total ?? loaded
  if (!wanted && (!more || chosen.size < loaded)) return null
  const which =
    first?.totalIsMore || total > most ? `the first ${countText(most)}` : `all ${countText(total)}`
  return { text: `Choose ${which}`, loading: wanted, choose }
}
