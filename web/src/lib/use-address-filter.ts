import { activeFilters, type Filters, readFilters } from '@deedbox/contract/filters.ts'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** The filters of a table that are stored in the address, and how to change them. `filters` is the same at every render. */
export function useAddressFilter<F extends Filters>(filters: F) {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => readFilters(filters, (name) => params.get(name)), [params, filters])
  const change = useCallback(
    (edit: (next: URLSearchParams) => void) => {
      // Parameters from the address itself, as two changes may come before this component renders again.
      const next = new URLSearchParams(window.location.search)
      edit(next)
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  const set = useCallback(
    (name: keyof F & string, value: string) =>
      change((next) => (value && value !== 'all' ? next.set(name, value) : next.delete(name))),
    [change],
  )
  const clear = useCallback(
    () =>
      change((next) => {
        for (const name of Object.keys(filters)) next.delete(name)
      }),
    [change, filters],
  )
  return { filter, active: activeFilters(filter), set, clear }
}
