import { states } from '@deedbox/contract/australia.ts'
import { choice, text } from '@deedbox/contract/filters.ts'
import { useCallback } from 'react'
import { useAddressFilter } from '../lib/use-address-filter.ts'
import { FilterButton, type Order } from '../ui/filter-button.tsx'
import { FilterControls } from '../ui/filter-control.tsx'
import { SearchField } from '../ui/search-field.tsx'
import classes from './organizations.module.css'

const filters = {
  search: text('Search'),
  status: choice('Status', { active: 'Active', deactivated: 'Deactivated' }, 'Any status'),
  state: choice('State', states, 'All states'),
}

/** Returns the filter of the list of organisations, stored in the address. */
export const useOrganizationFilter = () => useAddressFilter(filters)

/** The search field and the filters above the list. */
export function OrganizationFilters({
  given,
  order,
}: {
  given: ReturnType<typeof useOrganizationFilter>
  order: Order
}) {
  const { filter, active, set, clear } = given
  const search = useCallback((text: string) => set('search', text), [set])
  return (
    <search className={classes.filters}>
      <SearchField
        aria-label="Search organisations"
        placeholder="Name, ABN or city"
        value={filter.search ?? ''}
        onSearch={search}
        className={classes.search ?? ''}
      />
      <FilterButton active={active} onClear={clear} order={order}>
        <FilterControls filters={filters} names={['status', 'state']} values={filter} onSet={set} />
      </FilterButton>
    </search>
  )
}
