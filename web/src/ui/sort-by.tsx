import { usualDirection } from '@deedbox/contract/sorts.ts'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { Sorting } from './data-table.tsx'

/** The order of a list shown as cards, which have no headings to press. */
export function SortBy(props: {
  className: string
  label: string
  choices: { heading: string; sort?: string }[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}) {
  const { by, direction } = props.sorting
  const ascending = direction === 'asc'
  const Icon = ascending ? IconSortAscending : IconSortDescending
  return (
    <div className={props.className}>
      <NativeSelect
        label="Sort by"
        aria-label={`Sort ${props.label} by`}
        value={by}
        data={props.choices.flatMap(({ heading, sort }) => (sort ? [{ value: sort, label: heading }] : []))}
        onChange={({ currentTarget: { value } }) =>
          props.onSort({ by: value, direction: usualDirection(value) })
        }
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={ascending ? 'Ascending; sort descending' : 'Descending; sort ascending'}
        onClick={() => props.onSort({ by, direction: ascending ? 'desc' : 'asc' })}
      >
        <Icon size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
