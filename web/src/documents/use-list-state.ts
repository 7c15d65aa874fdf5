import type { DocumentFilter } from '@deedbox/contract/document-filters.ts'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type DocumentSort, type ListState, readListState, writeListState } from './list-state.ts'

/** Keeps the state of a document list in the address, so that back, reload and a copied link all show the same list. */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params), [params])

  const change = useCallback(
    (update: (before: ListState) => ListState) => {
      // State from the address itself, as two changes may come before this component is rendered again.
      const before = readListState(new URLSearchParams(window.location.search))
      setParams(writeListState(update(before)), { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  const setFilter = useCallback(
    (name: keyof DocumentFilter, value: string) =>
      change((before) => ({ ...before, filter: { ...before.filter, [name]: value || undefined } })),
    [change],
  )
  const setSorting = useCallback(
    ({ by, direction }: { by: string; direction: 'asc' | 'desc' }) =>
      change((before) => ({ ...before, sort: by as DocumentSort, direction })),
    [change],
  )
  /** Shows other people's documents too. */
  const showAll = useCallback(() => change(({ owner: _, ...rest }) => rest), [change])
  /** Clears the search of texts. */
  const anyText = useCallback(() => change(({ text: _, ...rest }) => rest), [change])
  /** Sets the client; '' for all. */
  const setClient = useCallback(
    (client: string) =>
      change(({ client: _, ...rest }) => (client.trim() ? { ...rest, client: client.trim() } : rest)),
    [change],
  )
  /** Clears every filter, the owner excepted. */
  const clear = useCallback(
    () => change(({ client: _, text: __, ...rest }) => ({ ...rest, filter: {} })),
    [change],
  )
  return { state, setFilter, setClient, showAll, anyText, clear, setSorting }
}
