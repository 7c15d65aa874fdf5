import type { DocumentFilter } from '@deedbox/contract/document-filters.ts'
import { Loader } from '@mantine/core'
import { useCallback } from 'react'
import { holds, useUser } from '../lib/session.ts'
import type { Order } from '../ui/filter-button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import classes from './documents.module.css'
import { type ClientFilter, FilterPopover } from './filter-popover.tsx'

/** The search over documents with the filters beside it; `busy` while another filter is loading. */
export function FilterBar(props: {
  filter: DocumentFilter
  onSet: (name: keyof DocumentFilter, value: string) => void
  client?: ClientFilter
  order?: Order
  /** Clears what else the list is filtered by, too. */
  onClear: () => void
  busy: boolean
}) {
  const { filter, onSet } = props
  const user = useUser()
  const search = useCallback((text: string) => onSet('search', text), [onSet])
  return (
    <search className={classes.tools}>
      <SearchField
        className={classes.search}
        aria-label="Search documents"
        placeholder="Search title, client, owner or file name"
        value={filter.search ?? ''}
        onSearch={search}
      />
      <FilterPopover
        filter={filter}
        byPerson={holds(user, 'canManageDocuments')}
        client={props.client}
        order={props.order}
        onClear={props.onClear}
        onSet={onSet}
      />
      {props.busy && (
        <Loader
          size="xs"
          role="status"
          className={classes.waiting ?? ''}
          aria-label="Looking for documents"
        />
      )}
    </search>
  )
}
