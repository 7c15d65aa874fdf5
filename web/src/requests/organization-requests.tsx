import { screen } from '@deedbox/contract/messages.ts'
import { requestStatuses } from '@deedbox/contract/request-terms.ts'
import { requestSorts } from '@deedbox/contract/sorts.ts'
import { Group, NativeSelect } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import * as columns from './columns.tsx'
import { useRequests } from './queries.ts'
import { RemindButton } from './remind-button.tsx'
import { requestStatusLabels } from './request-status.tsx'

/**
 * Access requests by members of an organisation or about its documents, with Send Reminder and no decisions (specification, section 6).
 * `organization` is for administrators; an Org Admin’s is their own.
 */
export function OrganizationRequests({ organization }: { organization?: string }) {
  const [search, setSearch] = useParam('search')
  const [chosen, setStatus] = useParam('status')
  const status = requestStatuses.find((known) => known === chosen) ?? 'all'
  const [sorting, setSorting] = useSorting(requestSorts, 'createdAt')
  const list = useRequests({
    view: 'organization',
    ...(organization && { organization }),
    status,
    search,
    sort: sorting.by,
    direction: sorting.direction,
  })
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  const reminds = rows?.some(({ can }) => can.remind)
  const shown = useMemo(
    (): columns.RequestColumn[] => [
      columns.documentColumn,
      columns.requesterColumn,
      { ...columns.clientColumn, width: '14%' },
      columns.askedForColumn,
      columns.askedColumn,
      columns.statusColumn,
      { ...columns.decisionColumn, width: '12%', minor: true },
      ...(reminds
        ? [
            {
              heading: 'Actions',
              kind: 'actions' as const,
              width: '9.5rem' as const,
              cell: (request: Parameters<columns.RequestColumn['cell']>[0]) =>
                request.can.remind && <RemindButton request={request} />,
            },
          ]
        : []),
    ],
    [reminds],
  )
  const filtered = search !== '' || status !== 'all'
  const clear = () => {
    setSearch('')
    setStatus('')
  }
  return (
    <>
      <Group component="search" mb="md" align="flex-end" gap="md">
        <SearchField
          label="Search"
          placeholder="Document, person or client"
          value={search}
          onSearch={setSearch}
          flex="1 1 14rem"
          maw="24rem"
        />
        <NativeSelect
          label="Status"
          value={status}
          onChange={({ currentTarget: { value } }) => setStatus(value === 'all' ? '' : value)}
          data={[
            { value: 'all', label: 'Any status' },
            ...requestStatuses.map((value) => ({ value, label: requestStatusLabels[value] })),
          ]}
        />
      </Group>
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadRequests}
        empty={
          filtered ? (
            <NoMatch title="No request matches" onClear={clear} />
          ) : (
            <EmptyState icon={IconInbox} title="No requests yet">
              Requests by members, and requests for documents of the organisation, are listed here.
            </EmptyState>
          )
        }
      >
        <DataTable
          label="Access requests of the organisation"
          columns={shown}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
        />
      </PagedList>
    </>
  )
}
