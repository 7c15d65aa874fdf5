import { placeText } from '@deedbox/contract/custody-terms.ts'
import { Select, type SelectProps } from '@mantine/core'
import { listOf } from '../ui/found-select.tsx'
import { usePlaces } from './queries.ts'

/** Picks a place of packets by any of its words; its value is the id. Retired ones are not offered. */
export function PlaceField(props: Omit<SelectProps, 'data' | 'searchable'>) {
  const { data } = usePlaces()
  const places = (data ?? []).filter(({ id, retiredAt }) => retiredAt === null || id === props.value)
  return (
    <Select
      searchable
      clearable
      placeholder="Type any part of it"
      nothingFoundMessage={data ? 'No places match' : 'Loading'}
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': 'Clear the place' }}
      comboboxProps={listOf('Places found')}
      data={places.map((place) => ({ value: place.id, label: placeText(place) }))}
      {...props}
    />
  )
}
