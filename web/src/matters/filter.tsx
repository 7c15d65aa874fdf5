import { matterFilters } from '@deedbox/contract/matter-terms.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { useCallback } from 'react'
import { useAddressFilter } from '../lib/use-address-filter.ts'
import { FilterButton, type Order } from '../ui/filter-button.tsx'
import { FilterControls } from '../ui/filter-control.tsx'
import { SearchField } from '../ui/search-field.tsx'
import classes from './matters.module.css'
import { Offered } from './offered.tsx'

/** Returns the filter of the list of matters, stored in the address. */
export const useMatterFilter = () => useAddressFilter(matterFilters)

/** The search field and the filters above the list; `keeps`: for whoever keeps matters, also by organisation and responsible trustee. */
export function MatterFilters(props: {
  given: ReturnType<typeof useMatterFilter>
  keeps: boolean
  /** The first matter of the list, which names what was chosen. */
  first: Matter | undefined
  order: Order
}) {
  const { filter, active, set, clear } = props.given
  const search = useCallback((text: string) => set('search', text), [set])
  return (
    <search className={classes.filters}>
      <SearchField
        aria-label="Search matters"
        placeholder="Name, reference, ABN or ACN"
        value={filter.search ?? ''}
        onSearch={search}
        className={classes.search ?? ''}
      />
      <FilterButton active={active} onClear={clear} order={props.order}>
        <FilterControls
          filters={matterFilters}
          names={['matterKind', 'matterStatus', 'governingLaw']}
          values={filter}
          onSet={set}
        />
        {props.keeps &&
          (['responsible', 'organization'] as const).map((of) => (
            <Offered
              key={of}
              of={of}
              label={matterFilters[of].label}
              known={props.first?.[of]}
              value={filter[of] ?? null}
              onChange={(id) => set(of, id ?? '')}
            />
          ))}
      </FilterButton>
    </search>
  )
}
