import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconRestore, IconSearchOff, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useDeployment } from '../lib/session.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useSelection } from '../ui/use-selection.ts'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { choosingDocuments } from './choosing-documents.tsx'
import { detailColumn, ownerColumn } from './columns.tsx'
import { RestoreDialog } from './delete-dialog.tsx'
import classes from './documents.module.css'
import { useDocumentList } from './queries.ts'
import { useListState } from './use-list-state.ts'

const idOf = ({ id }: DocumentRow) => id
const unsorted = <Row,>({ sort: _, ...column }: Column<Row>): Column<Row> => column

/** Deleted documents that can still be restored. */
export function DeletedList() {
  const { state, setFilter } = useListState()
  const { deletedKeptDays } = useDeployment()
  const list = useDocumentList('deleted', state)
  const search = useCallback((text: string) => setFilter('search', text), [setFilter])
  const [restoring, setRestoring] = useState<DocumentRow[] | null>(null)
  const columns = useMemo(
    (): Column<DocumentRow>[] => [
      unsorted(detailColumn.title),
      unsorted(detailColumn.kind),
      unsorted(detailColumn.clientName),
      unsorted(ownerColumn),
      {
        heading: 'Deleted by',
        width: '12%',
        minor: true,
        cell: ({ deletedByName }) => <Cut text={deletedByName ?? '—'} />,
      },
      {
        heading: 'Deleted',
        kind: 'number',
        width: '9rem',
        cell: ({ deletedAt }) => deletedAt && <WhenStacked at={deletedAt} />,
      },
      {
        heading: 'Content removed',
        kind: 'number',
        width: '9rem',
        cell: ({ keptUntil }) => keptUntil && <WhenStacked at={keptUntil} />,
      },
      {
        heading: 'Actions',
        kind: 'actions',
        width: '7rem',
        cell: (row) =>
          row.can.restore && (
            <Button size="compact-sm" variant="subtle" onClick={() => setRestoring([row])}>
              Restore<VisuallyHidden> {row.title}</VisuallyHidden>
            </Button>
          ),
      },
    ],
    [],
  )
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.documents), [list.data])
  const choice = useSelection(rows, idOf)
  return (
    <>
      <div className={classes.tools}>
        <SearchField
          className={classes.search}
          aria-label="Search deleted documents"
          placeholder="Search title, client, owner or file name"
          value={state.filter.search ?? ''}
          onSearch={search}
        />
      </div>
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadDocuments}
        empty={
          state.filter.search ? (
            <EmptyState icon={IconSearchOff} title="No documents match" />
          ) : (
            <EmptyState icon={IconTrash} title="Nothing here">
              Deleted documents appear here and can be restored for {deletedKeptDays} days.
            </EmptyState>
          )
        }
      >
        <DataTable
          label="Deleted documents"
          columns={columns}
          rows={rows}
          rowKey={idOf}
          choosing={choosingDocuments(choice, [
            { label: 'Restore', icon: IconRestore, can: ({ can }) => can.restore, act: setRestoring },
          ])}
        />
      </PagedList>
      {restoring && <RestoreDialog documents={restoring} onClose={() => setRestoring(null)} />}
    </>
  )
}
