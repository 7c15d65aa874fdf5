import type { ClientRow } from '@deedbox/contract/clients.ts'
import { clientSorts } from '@deedbox/contract/sorts.ts'
import { IconUsersGroup } from '@tabler/icons-react'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { ClientLink } from '../ui/client-link.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import { totalText } from '../ui/total.ts'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { useClients } from './queries.ts'

const columns: Column<ClientRow>[] = [
  { heading: 'Client', kind: 'main', sort: 'name', cell: ({ name }) => <ClientLink name={name} linked /> },
  { heading: 'Documents', kind: 'number', sort: 'total', width: '9rem', cell: (row) => totalText(row) },
  {
    heading: 'Latest upload',
    brief: true,
    sort: 'lastUploadedAt',
    kind: 'number',
    width: '11rem',
    cell: ({ lastUploadedAt }) => <WhenStacked at={lastUploadedAt} />,
  },
]

/** List of all clients of the documents that a person handles, in alphabetical order or another, searched by beginnings of words. */
export function ClientList() {
  const [search, setSearch] = useParam('search')
  const [sorting, setSorting] = useSorting(clientSorts, 'name')
  const list = useClients(search, { sort: sorting.by, direction: sorting.direction })
  const rows = list.data?.pages.flatMap(({ clients }) => clients)
  return (
    <>
      <SearchField
        label="Search"
        placeholder="Name of a client"
        value={search}
        onSearch={setSearch}
        mb="md"
        maw="24rem"
      />
      <PagedList
        list={list}
        rows={rows}
        failure="Failed to load the clients"
        more="uncounted"
        empty={
          <EmptyState icon={IconUsersGroup} title={search ? 'No client matches' : 'No clients yet'}>
            {search
              ? 'No client’s name has words that begin so.'
              : 'The clients named on your documents are listed here.'}
          </EmptyState>
        }
      >
        <DataTable
          label="Clients"
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
          sorting={sorting}
          onSort={setSorting}
        />
      </PagedList>
    </>
  )
}
