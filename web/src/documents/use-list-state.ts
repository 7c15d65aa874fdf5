import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type DocumentSort, type ListState, readListState, writeListState } from './list-state.ts'

/** The state of a document list, kept in the address, so that back, reload and a copied link all show the same list. */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params), [params])

  const change = useCallback(
    (update: (before: ListState) => ListState) => {
      // Read from the address itself: two changes may come before this component is rendered again.
      const before = readListState(new URLSearchParams(window.location.search))
      setParams(writeListState(update(before)), { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  const setFilter = useCallback(
    (set: Partial<Record<keyof DocumentFilter, string | undefined>>) =>
      change((before) => ({ ...before, filter: { ...before.filter, ...set } as DocumentFilter })),
    [change],
  )
  const setSorting = useCallback(
    ({ by, direction }: { by: string; direction: 'asc' | 'desc' }) =>
      change((before) => ({ ...before, sort: by as DocumentSort, direction })),
    [change],
  )
  /** Others' documents too. */
  const showAll = useCallback(() => change(({ owner: _, ...rest }) => rest), [change])
  /** Whatever their text says. */
  const anyText = useCallback(() => change(({ text: _, ...rest }) => rest), [change])
  /** Of one client; '' for all. */
  const setClient = useCallback(
    (client: string) =>
      change(({ client: _, ...rest }) => (client.trim() ? { ...rest, client: client.trim() } : rest)),
    [change],
  )
  return { state, setFilter, setClient, showAll, anyText, setSorting }
}
