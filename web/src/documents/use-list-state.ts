import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type DocumentSort, readListState, writeListState } from './list-state.ts'

/** The state of a document list, kept in the address, so that back, reload and a copied link all show the same list. */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params), [params])

  const setFilter = useCallback(
    (change: Partial<Record<keyof DocumentFilter, string | undefined>>) =>
      setParams(
        (now) => {
          const before = readListState(now)
          return writeListState({ ...before, filter: { ...before.filter, ...change } as DocumentFilter })
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const setSorting = useCallback(
    ({ by, direction }: { by: string; direction: 'asc' | 'desc' }) =>
      setParams(
        (now) => writeListState({ filter: readListState(now).filter, sort: by as DocumentSort, direction }),
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return { state, setFilter, setSorting }
}
