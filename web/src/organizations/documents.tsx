import { screen } from '@deedbox/contract/messages.ts'
import { IconFiles } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Answer } from '../lib/api.ts'
import { Card } from '../ui/card.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DocumentTitle } from '../ui/document-title.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './organizations.module.css'
import { useDocuments } from './queries.ts'

type Row = Answer<'GET /api/documents'>['documents'][number]

const columns: Column<Row>[] = [
  {
    heading: 'Title',
    kind: 'main',
    cell: ({ id, title, status, lockedSince }) => (
      <DocumentTitle title={title} to={`/documents/${id}`} status={status} lockedSince={lockedSince} />
    ),
  },
  {
    heading: 'Client',
    width: '22%',
    minor: true,
    cell: ({ clientName }) => <Cut text={clientName ?? '–'} />,
  },
  { heading: 'Owner', width: '22%', cell: ({ ownerName }) => <Cut text={ownerName} /> },
  {
    heading: 'Uploaded',
    kind: 'number',
    width: '9rem',
    cell: ({ uploadedAt }) => <WhenStacked at={uploadedAt} />,
  },
]

/** The documents that members uploaded, and below them a button to download them all. */
export function OrganizationDocuments({
  id,
  name,
  takeOut,
}: {
  id: string
  name: string
  takeOut: ReactNode
}) {
  const list = useDocuments(id)
  const rows = list.data?.pages.flatMap(({ documents }) => documents)
  return (
    <>
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadDocuments}
        empty={
          <EmptyState icon={IconFiles} title="No documents yet">
            Documents that members upload belong to their organisation.
          </EmptyState>
        }
      >
        <DataTable label={`Documents of ${name}`} columns={columns} rows={rows} rowKey={(row) => row.id} />
      </PagedList>
      <div className={classes.takeOut}>
        <Card title="Download everything">{takeOut}</Card>
      </div>
    </>
  )
}
