import { filtersOfDocuments } from '@deedbox/contract/document-filters.ts'
import { activeFilters } from '@deedbox/contract/filters.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { requestStatuses } from '@deedbox/contract/request-terms.ts'
import { requestSorts } from '@deedbox/contract/sorts.ts'
import { Button, Loader, Select } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useAddressFilter } from '../lib/use-address-filter.ts'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { DataTable } from '../ui/data-table.tsx'
import { FilterButton, insidePopover } from '../ui/filter-button.tsx'
import { FilterControls } from '../ui/filter-control.tsx'
import { OnlyOne } from '../ui/only-one.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, ErrorState, NoMatch } from '../ui/states.tsx'
import { Tiles } from '../ui/tiles.tsx'
import * as columns from './columns.tsx'
import { useRequests } from './queries.ts'
import { requestStatusLabels } from './request-status.tsx'
import classes from './requests.module.css'
import { ReviewTable } from './review-table.tsx'

const statusOptions = [...requestStatuses, 'all'] as const
const choices = statusOptions.map((value) => ({
  value,
  label: value === 'all' ? 'All' : requestStatusLabels[value],
}))

const pending = [
  columns.documentColumn,
  columns.requesterColumn,
  columns.clientColumn,
  columns.askedForColumn,
  columns.askedColumn,
  columns.lapsesColumn,
]
const anyStatus = [
  columns.documentColumn,
  columns.requesterColumn,
  columns.clientColumn,
  columns.askedForColumn,
  columns.askedColumn,
  columns.statusColumn,
]

/**
 * /trustee/requests: requests that need a decision, and the latest decisions (specification, section 2). If there is no search or filter it shows
 * `queue`: everything waiting for the reader, given the empty state to show.
 */
export function ReviewRequests({ queue }: { queue: (empty: ReactNode) => ReactNode }) {
  const [search, setSearch] = useParam('search')
  const [statusParam, setStatus] = useParam('status')
  const [one, setOne] = useParam('request')
  const status = one ? 'all' : (statusOptions.find((value) => value === statusParam) ?? 'pending')
  const [sorting, setSorting] = useSorting(requestSorts, 'createdAt')
  const order = { sort: sorting.by, direction: sorting.direction }
  const [, setParams] = useSearchParams()
  const { filter: documents, active: documentsActive, set } = useAddressFilter(filtersOfDocuments)
  const ofDocuments = activeFilters({ ...documents, documentStatus: '', fileType: '' }) > 0
  const list = useRequests({
    view: 'review',
    status,
    search,
    ...documents,
    ...order,
    ...(one && { request: one }),
  })
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  const counts = list.data?.pages[0]?.counts
  const active = activeFilters({ search }) + (status === 'pending' ? 0 : 1) + documentsActive
  const clear = () => setParams({}, { replace: true, preventScrollReset: true })
  const queued = statusParam === '' && active === 0 && one === ''
  const title = queued ? 'Waiting for you' : status === 'pending' ? 'Pending Requests' : 'Requests'

  return (
    <>
      <Tiles
        tiles={[
          { label: 'Pending', value: counts?.pending },
          { label: 'Approved', value: counts?.approved },
          { label: 'Total', value: counts?.total },
        ]}
      />
      <section className={classes.section} aria-labelledby="requests">
        <h2 id="requests">{title}</h2>
        <search className={classes.tools}>
          <SearchField
            className={classes.search ?? ''}
            aria-label="Search requests"
            placeholder="Search document, requester or client"
            value={search}
            onSearch={setSearch}
          />
          <FilterButton active={active} onClear={clear}>
            <Select
              label="Status"
              data={choices}
              value={status}
              onChange={(value) => setStatus(value && value !== 'pending' ? value : '')}
              allowDeselect={false}
              comboboxProps={insidePopover}
              data-autofocus
            />
            <FilterControls filters={filtersOfDocuments} names={offered} values={documents} onSet={set} />
          </FilterButton>
          {list.isPlaceholderData && <Loader size="xs" m="auto 0" role="status" aria-label="Searching" />}
        </search>
        {one && <OnlyOne onShowAll={() => setOne('')} />}
        {ofDocuments && (
          <p className={classes.quiet}>
            Only for the documents that the filter of the dashboard chose.{' '}
            <Button size="compact-sm" variant="subtle" onClick={clear}>
              Clear filters
            </Button>
          </p>
        )}
        {queued ? (
          queue(<NoPendingRequests />)
        ) : (
          <PagedList
            list={list}
            rows={rows}
            failure={screen.loadRequests}
            empty={<NoMatch title="No requests match" onClear={clear} />}
          >
            <ReviewTable
              label={title}
              columns={status === 'pending' ? pending : anyStatus}
              rows={rows}
              sorting={sorting}
              onSort={setSorting}
            />
          </PagedList>
        )}
      </section>
      <RecentDecisions />
    </>
  )
}

/** Filters of documents with a control here; the others come with a link from a dashboard. */
const offered = ['documentStatus', 'fileType'] as const

const NoPendingRequests = () => (
  <EmptyState icon={IconInbox} title="No Pending Requests">
    When somebody asks for a document, or for more time, the request appears here and you get an email.
  </EmptyState>
)

const decided = [
  columns.documentColumn,
  columns.requesterColumn,
  columns.statusColumn,
  columns.decisionColumn,
  columns.decidedColumn,
]

/** The five latest decisions, newest first. */
function RecentDecisions() {
  const list = useRequests({ view: 'review', status: 'decided', limit: limits.request.recentDecisions })
  const rows = list.data?.pages[0]?.requests
  return (
    <section className={classes.section} aria-labelledby="decisions">
      <h2 id="decisions">Recent Decisions</h2>
      {list.isError && !rows ? (
        <ErrorState title={screen.loadRequests} error={list.error} onRetry={list.refetch} />
      ) : rows?.length === 0 ? (
        <p className={classes.quiet}>Nothing has been decided yet.</p>
      ) : (
        <DataTable
          label="Recent Decisions"
          columns={decided}
          rows={rows}
          rowKey={({ id }) => id}
          expected={limits.request.recentDecisions}
        />
      )}
    </section>
  )
}
