import { abnText } from '@deedbox/contract/business-numbers.ts'
import { countText } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { Organization } from '@deedbox/contract/organizations.ts'
import { organizationSorts } from '@deedbox/contract/sorts.ts'
import { Button } from '@mantine/core'
import { IconBuilding, IconBuildingPlus, IconFileExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { OrganizationFilters, useOrganizationFilter } from './filter.tsx'
import { OrganizationDialog } from './organization-dialog.tsx'
import { useOrganizations } from './queries.ts'
import { OrganizationStatus } from './status.tsx'

const columns: Column<Organization>[] = [
  {
    heading: 'Name',
    kind: 'main',
    sort: 'name',
    cell: ({ id, name, abn }) => (
      <Stacked
        text={name}
        to={`/admin/organizations/${id}`}
        small={abn ? `ABN ${abnText(abn)}` : 'ABN not given'}
      />
    ),
  },
  {
    heading: 'Place',
    width: '18%',
    minor: true,
    cell: ({ city, state }) => <Stacked text={city || '–'} small={state} />,
  },
  { heading: 'Status', width: '9rem', cell: (row) => <OrganizationStatus {...row} /> },
  { heading: 'Members', kind: 'number', width: '6.5rem', cell: ({ members }) => countText(members) },
  { heading: 'Documents', kind: 'number', width: '7rem', cell: ({ documents }) => countText(documents) },
  {
    heading: 'Requests',
    kind: 'number',
    width: '8.5rem',
    cell: ({ requests, pendingRequests }) =>
      pendingRequests > 0
        ? `${countText(requests)} (${countText(pendingRequests)} pending)`
        : countText(requests),
  },
  {
    heading: 'Created',
    kind: 'number',
    sort: 'createdAt',
    width: '8.5rem',
    minor: true,
    cell: ({ createdAt }) => <WhenStacked at={createdAt} />,
  },
]

/** Page /admin/organizations: find, create and export organisations. `notice` tells administrators what waits for them. */
export function Organizations({ notice }: { notice: ReactNode }) {
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  const given = useOrganizationFilter()
  const [sorting, setSorting] = useSorting(organizationSorts, 'name')
  const list = useOrganizations({ ...given.filter, sort: sorting.by, direction: sorting.direction })
  const rows = list.data?.pages.flatMap(({ organizations }) => organizations)
  const filtered = given.active > 0
  const download = useMutation({
    mutationFn: () => bytesAt(addressOf('GET /api/organizations/export', { query: given.filter })),
    onSuccess: (file) => saveFile(file, 'organizations.csv'),
    onError: (error) => toast.failure(screen.organizationsExportFailed, error),
  })
  return (
    <>
      <PageHeader
        list
        title="Organizations"
        lead="The firms and practices whose people work here."
        actions={
          <Button
            variant="default"
            loading={download.isPending}
            leftSection={<IconFileExport size={16} aria-hidden="true" />}
            onClick={() => download.mutate()}
          >
            Export CSV
          </Button>
        }
        primary={
          <Button
            leftSection={<IconBuildingPlus size={18} aria-hidden="true" />}
            onClick={() => setCreating(true)}
          >
            New<span data-long>&nbsp;organisation</span>
          </Button>
        }
      />
      {notice}
      <OrganizationFilters
        given={given}
        order={{ label: 'Organizations', choices: columns, sorting, onSort: setSorting }}
      />
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadOrganizations}
        empty={
          filtered ? (
            <NoMatch title="No organisation matches" onClear={given.clear} />
          ) : (
            <EmptyState icon={IconBuilding} title="No organisations yet">
              Create the first one, or name it when you invite its people.
            </EmptyState>
          )
        }
      >
        <DataTable
          label="Organizations"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
          orderAmongFilters
        />
      </PagedList>
      {creating && (
        <OrganizationDialog
          organization={null}
          onSaved={({ id }) => navigate(`/admin/organizations/${id}`)}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}
