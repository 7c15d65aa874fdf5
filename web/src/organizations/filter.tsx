import { states } from '@deedbox/contract/australia.ts'
import { NativeSelect } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useParam } from '../lib/use-param.ts'
import { FilterButton } from '../ui/filter-button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import classes from './organizations.module.css'

/** The filter of the list of organisations, stored in the address. */
export function useOrganizationFilter() {
  const [search, setSearch] = useParam('search')
  const [statusText, setStatus] = useParam('status')
  const [state, setState] = useParam('state')
  const [, setParams] = useSearchParams()
  const status = statusText === 'active' || statusText === 'deactivated' ? statusText : undefined
  const filter: { search?: string; status?: 'active' | 'deactivated'; state?: string } = {
    ...(search && { search }),
    ...(status && { status }),
    ...(state && { state }),
  }
  return {
    filter,
    active: [search, status, state].filter(Boolean).length,
    search: [search, setSearch],
    status: [status ?? '', setStatus],
    state: [state, setState],
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  } as const
}

/** The search field and the filters above the list. */
export function OrganizationFilters({ given }: { given: ReturnType<typeof useOrganizationFilter> }) {
  const { search, status, state } = given
  return (
    <search className={classes.filters}>
      <SearchField
        aria-label="Search organisations"
        placeholder="Name, ABN or city"
        value={search[0]}
        onSearch={search[1]}
        className={classes.search ?? ''}
      />
      <FilterButton active={given.active} onClear={given.clear}>
        <NativeSelect
          label="Status"
          value={status[0]}
          onChange={(event) => status[1](event.currentTarget.value)}
          data={[
            { value: '', label: 'Any status' },
            { value: 'active', label: 'Active' },
            { value: 'deactivated', label: 'Deactivated' },
          ]}
          data-autofocus
        />
        <NativeSelect
          label="State"
          value={state[0]}
          onChange={(event) => state[1](event.currentTarget.value)}
          data={[
            { value: '', label: 'All states' },
            ...Object.entries(states).map(([value, label]) => ({ value, label })),
          ]}
        />
      </FilterButton>
    </search>
  )
}
