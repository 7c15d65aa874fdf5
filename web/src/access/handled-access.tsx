import type { GrantRow } from '@deedbox/contract/bulk.ts'
import { accessStatuses, documentStatuses, documentTypes } from '@deedbox/contract/document-terms.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { accessSorts } from '@deedbox/contract/sorts.ts'
import { Button, Loader, Select } from '@mantine/core'
import { IconSearchOff, IconUsers } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DocumentStatusFilter } from '../ui/document-status-filter.tsx'
import { FilterButton, insidePopover } from '../ui/filter-button.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import classes from './access.module.css'
import { endsColumn, grantedColumn, levelColumn, personColumn, statusColumn } from './columns.tsx'
import { FilterFacts } from './filter-facts.tsx'
import { useGrantActions } from './grant-actions.tsx'
import { placeColumn } from './grant-table.tsx'
import { type AccessQuery, useAccessList } from './queries.ts'

const views = {
  all: 'All',
  active: 'Active',
  'long-term': 'Active for more than 12 months',
  'still-open': 'Expired, still open',
  expired: 'Expired',
  revoked: 'Revoked',
} as const

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)
const dayIn = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined)

/** The filter in the address; anything invalid counts as not set. */
const read = (params: URLSearchParams): AccessQuery => ({
  view: oneOf(Object.keys(views) as (keyof typeof views)[], params.get('view')) ?? 'all',
  search: params.get('search')?.trim() || undefined,
  userEmail: params.get('userEmail')?.trim() || undefined,
  endsUntil: dayIn(params.get('endsUntil')),
  documentSearch: params.get('documentSearch')?.trim() || undefined,
  documentType: oneOf(documentTypes, params.get('documentType')),
  documentStatus: oneOf(documentStatuses, params.get('documentStatus')),
  accessStatus: oneOf(accessStatuses, params.get('accessStatus')),
  expiryDateFrom: dayIn(params.get('expiryDateFrom')),
  expiryDateTo: dayIn(params.get('expiryDateTo')),
})

const titleOf = ({ documentTitle }: GrantRow) => documentTitle

/** Everybody's access to the documents that the person handles, with what can be done about each. */
export function HandledAccess() {
  const [params, setParams] = useSearchParams()
  const [, setSearch] = useParam('search')
  const [, setView] = useParam('view')
  const [, setDocumentStatus] = useParam('documentStatus')
  const filter = useMemo(() => read(params), [params])
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
  const { view = 'all', ...others } = filter
  const active = [view !== 'all', ...Object.values(others).map(Boolean)].filter(Boolean).length
  const clear = useCallback(() => setParams({}, { replace: true, preventScrollReset: true }), [setParams])
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
        <FilterButton active={active} onClear={clear}>
          <Select
            label="Access"
            data={Object.entries(views).map(([value, label]) => ({ value, label }))}
            value={view}
            onChange={(value) => setView(value && value !== 'all' ? String(value) : '')}
            allowDeselect={false}
            comboboxProps={insidePopover}
            data-autofocus
          />
          <DocumentStatusFilter value={filter.documentStatus ?? ''} onChange={setDocumentStatus} />
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
        />
      </PagedList>
      {list.data?.pages.some(({ partial }) => partial) && (
        <p role="status" className={classes.small}>
          Only the first part of a very long list was looked through. A search or another filter finds the
          rest.
        </p>
      )}
      {dialog}
    </>
  )
}

const Nothing = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? (
    <EmptyState
      icon={IconSearchOff}
      title="No access matches"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Nobody’s access matches this search and these filters.
    </EmptyState>
  ) : (
    <EmptyState icon={IconUsers} title="Nobody has access">
      When you share a document, the person and the end of their access are listed here.
    </EmptyState>
  )
