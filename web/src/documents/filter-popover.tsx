import { byAccess, type DocumentFilter, documentFilters } from '@deedbox/contract/document-filters.ts'
import { activeFilters } from '@deedbox/contract/filters.ts'
import { useEffect, useState } from 'react'
import { ClientInput } from '../ui/client-input.tsx'
import { FilterButton, insidePopover, type Order } from '../ui/filter-button.tsx'
import { FilterControls } from '../ui/filter-control.tsx'

export type ClientFilter = { value: string; onChange: (client: string) => void }

/** Field that takes effect when a client is chosen, with Enter, or when it is left, as a part of a name is no client. */
function ClientField({ value, onChange }: ClientFilter) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const type = (text: string) => {
    setTyped(text)
    if (text === '') onChange('')
  }
  return (
    <ClientInput
      value={typed}
      onChange={type}
      onOptionSubmit={onChange}
      onBlur={() => onChange(typed)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value)}
      clearable
      comboboxProps={insidePopover}
    />
  )
}

type Name = keyof DocumentFilter
/** The search stands beside the button. */
const names = (Object.keys(documentFilters) as Name[]).filter((name) => name !== 'search')

/**
 * The filters of a document list. The badge counts those that are set, and the search.
 * `byPerson`: adds the filters by other people's access, for users who can see it.
 */
export function FilterPopover(props: {
  filter: DocumentFilter
  byPerson: boolean
  /** Filter by client, where the list can be that of one client. */
  client: ClientFilter | undefined
  order?: Order | undefined
  onSet: (name: Name, value: string) => void
  onClear: () => void
}) {
  const { filter, client, byPerson } = props
  return (
    <FilterButton
      active={activeFilters(filter) + (client?.value ? 1 : 0)}
      order={props.order}
      onClear={props.onClear}
    >
      <FilterControls
        filters={documentFilters}
        names={byPerson ? names : names.filter((name) => !byAccess.includes(name))}
        values={filter}
        onSet={props.onSet}
      />
      {client && <ClientField {...client} />}
    </FilterButton>
  )
}
