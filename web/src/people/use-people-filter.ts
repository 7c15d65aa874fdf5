import type { PeopleFilter } from '@deedbox/contract/people.ts'
import { personStatuses, signInPeriods } from '@deedbox/contract/people-terms.ts'
import { isRole } from '@deedbox/contract/permissions.ts'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

export type FilterName = keyof PeopleFilter
const names: FilterName[] = ['search', 'role', 'organization', 'state', 'signedIn', 'status']

const oneOf = <K extends string>(table: Record<K, string>, text: string): K | undefined =>
  Object.hasOwn(table, text) ? (text as K) : undefined

/** Reads the filter from the address; anything invalid counts as not set. */
function read(params: URLSearchParams): PeopleFilter {
  const text = (name: FilterName) => params.get(name)?.trim() ?? ''
  const role = text('role')
  const set = {
    search: text('search'),
    role: isRole(role) ? role : undefined,
    organization: text('organization'),
    state: text('state'),
    signedIn: oneOf(signInPeriods, text('signedIn')),
    status: oneOf(personStatuses, text('status')),
  }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value))
}

/** The filter of a list of people, stored in the address, and how to change it. */
export function usePeopleFilter() {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => read(params), [params])
  const change = useCallback(
    (edit: (next: URLSearchParams) => void) => {
      // From the address itself: two changes may come before this component renders again.
      const next = new URLSearchParams(window.location.search)
      edit(next)
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  const set = useCallback(
    (name: FilterName, value: string) =>
      change((next) => (value ? next.set(name, value) : next.delete(name))),
    [change],
  )
  const clear = useCallback(
    () =>
      change((next) => {
        for (const name of names) next.delete(name)
      }),
    [change],
  )
  return { filter, active: Object.keys(filter).length, set, clear }
}
