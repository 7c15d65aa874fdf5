import {
  keptExports,
  type MatterExport,
  matterExportNames,
  matterExports,
} from '@deedbox/contract/matter-files.ts'
import { type MatterKind, matterKinds, type MatterStatus as Status } from '@deedbox/contract/matter-terms.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { matterSorts } from '@deedbox/contract/sorts.ts'
import { Button, Menu } from '@mantine/core'
import {
  IconBriefcase,
  IconFileExport,
  IconFileImport,
  IconFolderPlus,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { keepsMatters, useUser } from '../lib/session.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { pageTitles } from '../ui/page-titles.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { totalText } from '../ui/total.ts'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { MatterFilters, useMatterFilter } from './filter.tsx'
import { MatterDialog } from './matter-dialog.tsx'
import { MatterRuns } from './matter-runs.tsx'
import { useMatters } from './queries.ts'
import { MatterStatus } from './status.tsx'

const MakeMatters = lazy(async () => ({ default: (await import('./make-matters.tsx')).MakeMatters }))

const columns: Column<Matter>[] = [
  {
    heading: 'Name',
    kind: 'main',
    sort: 'name',
    cell: ({ id, name }) => <Cut text={name} to={`/matters/${id}`} />,
  },
  {
    heading: 'Kind',
    width: '15%',
    brief: true,
    cell: ({ kind }) => <Cut text={matterKinds[kind as MatterKind]} />,
  },
  {
    heading: 'Reference',
    sort: 'reference',
    width: '12%',
    minor: true,
    cell: ({ reference }) => <Cut text={reference || '–'} />,
  },
  {
    heading: 'Status',
    width: '8rem',
    brief: true,
    cell: ({ status }) => <MatterStatus status={status as Status} />,
  },
  {
    heading: 'Responsible',
    width: '15%',
    minor: 'extra',
    cell: ({ responsible }) => <Cut text={responsible?.name ?? '–'} />,
  },
  {
    heading: 'Documents',
    kind: 'number',
    width: '7rem',
    cell: ({ documents }) => totalText(documents),
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

/** Page /matters: find, create and export matters. `notice` tells whoever keeps matters what waits for them. */
export function MatterList({ notice }: { notice?: ReactNode }) {
  const keeps = keepsMatters(useUser())
  const [creating, setCreating] = useState(false)
  const [making, setMaking] = useState(false)
  const navigate = useNavigate()
  const given = useMatterFilter()
  const [sorting, setSorting] = useSorting(matterSorts, 'name')
  const list = useMatters({ ...given.filter, sort: sorting.by, direction: sorting.direction })
  const rows = list.data?.pages.flatMap(({ matters }) => matters)
  // Rows that the table shows by now: what stands below them would move down as they appear.
  const shown = useDeferredValue(rows)
  const filtered = given.active > 0
  const order = { choices: columns, sorting, onSort: setSorting }
  const download = useMutation({
    mutationFn: (what: MatterExport) =>
      bytesAt(addressOf('GET /api/matters/export', { query: { ...given.filter, what } })),
    onSuccess: (file, what) => saveFile(file, `${what}.csv`),
    onError: (error) => toast.failure(screen.mattersExportFailed, error),
  })
  return (
    <>
      <PageHeader
        list
        {...pageTitles.matters}
        actions={
          <>
            {keeps && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconUsersPlus size={16} aria-hidden="true" />}
                  onClick={() => setMaking(true)}
                >
                  Make matters of clients
                </Button>
                <Button
                  component={Link}
                  to="/matters/import"
                  variant="default"
                  leftSection={<IconFileImport size={16} aria-hidden="true" />}
                >
                  Import
                </Button>
              </>
            )}
            <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button
                  variant="default"
                  loading={download.isPending}
                  leftSection={<IconFileExport size={16} aria-hidden="true" />}
                >
                  Export CSV
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {matterExportNames
                  .filter((what) => keeps || !keptExports.includes(what))
                  .map((what) => (
                    <Menu.Item key={what} onClick={() => download.mutate(what)}>
                      {matterExports[what]}
                    </Menu.Item>
                  ))}
              </Menu.Dropdown>
            </Menu>
          </>
        }
        primary={
          keeps && (
            <Button
              leftSection={<IconFolderPlus size={18} aria-hidden="true" />}
              onClick={() => setCreating(true)}
            >
              New matter
            </Button>
          )
        }
      />
      {notice}
      <MatterFilters given={given} keeps={keeps} first={rows?.[0]} order={{ label: 'Matters', ...order }} />
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadMatters}
        empty={
          filtered ? (
            <NoMatch title="No matter matches" onClear={given.clear} />
          ) : (
            <EmptyState
              icon={IconBriefcase}
              title="No matters yet"
              action={keeps && <Button onClick={() => setCreating(true)}>New matter</Button>}
            >
              {keeps
                ? 'A matter holds together what belongs to one trust, estate, fund, company or person. A document is in one matter or in none.'
                : 'The matters that you may see are listed here.'}
            </EmptyState>
          )
        }
      >
        <DataTable
          label="Matters"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
          orderAmongFilters
        />
      </PagedList>
      {keeps && shown && <MatterRuns />}
      <Suspense>{making && <MakeMatters onClose={() => setMaking(false)} />}</Suspense>
      {creating && (
        <MatterDialog
          matter={null}
          onSaved={({ id }) => navigate(`/matters/${id}`)}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}
