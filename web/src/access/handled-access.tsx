import { accessFilters } from '@deedbox/contract/access-filters.ts'
import type { GrantRow } from '@deedbox/contract/grants.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { accessSorts } from '@deedbox/contract/sorts.ts'
import { Loader } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useAddressFilter } from '../lib/use-address-filter.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FilterButton } from '../ui/filter-button.tsx'
import { FilterControls } from '../ui/filter-control.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import classes from './access.module.css'
import { endsColumn, grantedColumn, levelColumn, personColumn, statusColumn } from './columns.tsx'
import { FilterFacts } from './filter-facts.tsx'
import { useGrantActions } from './grant-actions.tsx'
import { placeColumn } from './grant-table.tsx'
import { useAccessList } from './queries.ts'

const titleOf = ({ documentTitle }: GrantRow) => documentTitle

/** Filters with a control here; the others come with a link, and {@link FilterFacts} says what they are. */
const offered = ['view', 'documentStatus', 'fileType'] as const

/** Everybody's access to the documents that the person handles, with the actions on each. */
export function HandledAccess() {
  const { filter, active, set, clear } = useAddressFilter(accessFilters)
  const setSearch = useCallback((text: string) => set('search', text), [set])
  const [sorting, setSorting] = useSorting(accessSorts, 'grantedAt')
  const list = useAccessList({ ...filter, sort: sorting.by, direction: sorting.direction })
  const rows = list.data?.pages.flatMap(({ grants }) => grants)
  const { column, dialog } = useGrantActions<GrantRow>({ titleOf })
  const columns = useMemo(
    (): Column<GrantRow>[] => [
      personColumn,
      { ...placeColumn, width: '22%' },
      { ...levelColumn, minor: true },
      statusColumn,
      grantedColumn,
      endsColumn,
      column,
    ],
    [column],
  )
  return (
    <>
      <search className={classes.tools}>
        <SearchField
          className={classes.search ?? ''}
          aria-label="Search access"
          placeholder="Search person, email, document or client"
          value={filter.search ?? ''}
          onSearch={setSearch}
        />
        <FilterButton
          active={active}
          onClear={clear}
          order={{ label: 'Access', choices: columns, sorting, onSort: setSorting }}
        >
          <FilterControls filters={accessFilters} names={offered} values={filter} onSet={set} />
        </FilterButton>
        {list.isPlaceholderData && <Loader size="xs" m="auto 0" role="status" aria-label="Searching" />}
      </search>
      <FilterFacts filter={filter} onClear={clear} />
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadAccess}
        empty={<Nothing filtered={active > 0} onClear={clear} />}
      >
        <DataTable
          label="Access"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
          orderAmongFilters
        />
      </PagedList>
      {dialog}
    </>
  )
}

const Nothing = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? (
    <NoMatch title="No access matches" onClear={onClear} />
  ) : (
    <EmptyState icon={IconUsers} title="Nobody has access">
      When you share a document, the person and the end of their access are listed here.
    </EmptyState>
  )
