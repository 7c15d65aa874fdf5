import { packetFilters } from '@deedbox/contract/custody-terms.ts'
import { useCallback } from 'react'
import { useAddressFilter } from '../lib/use-address-filter.ts'
import { FilterButton, type Order } from '../ui/filter-button.tsx'
import { FilterControls } from '../ui/filter-control.tsx'
import { MatterInput } from '../ui/matter-input.tsx'
import { SearchField } from '../ui/search-field.tsx'
import classes from './custody.module.css'
import { HolderField } from './holder-field.tsx'
import { PlaceField } from './place-field.tsx'
import type { Packet } from './queries.ts'

/** Returns the filter of the list of packets, stored in the address. */
export const usePacketFilter = () => useAddressFilter(packetFilters)

/** The search field and the filters above the list. */
export function PacketFilters(props: {
  given: ReturnType<typeof usePacketFilter>
  keeps: boolean
  /** The first packet of the list, which names what was chosen. */
  first: Packet | undefined
  order: Order
}) {
  const { filter, active, set, clear } = props.given
  const search = useCallback((text: string) => set('search', text), [set])
  return (
    <search className={classes.filters}>
      <SearchField
        aria-label="Search packets"
        placeholder="Number, seal or matter"
        value={filter.search ?? ''}
        onSearch={search}
        className={classes.search ?? ''}
      />
      <FilterButton active={active} onClear={clear} order={props.order}>
        <FilterControls filters={packetFilters} names={['packetState']} values={filter} onSet={set} />
        <MatterInput
          label={packetFilters.matter.label}
          known={props.first?.matter}
          value={filter.matter ?? null}
          onChange={(id) => set('matter', id ?? '')}
        />
        {props.keeps && (
          <>
            <PlaceField
              label={packetFilters.place.label}
              value={filter.place ?? null}
              onChange={(id) => set('place', id ?? '')}
            />
            <HolderField
              label={packetFilters.holder.label}
              known={props.first?.where.holder}
              value={filter.holder ?? null}
              onChange={(id) => set('holder', id ?? '')}
            />
          </>
        )}
      </FilterButton>
    </search>
  )
}
