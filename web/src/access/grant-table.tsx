import type { GrantRow } from '@deedbox/contract/grants.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DocumentTitle } from '../ui/document-title.tsx'
import { endsColumn, grantedColumn, personColumn } from './columns.tsx'
import { useGrantActions } from './grant-actions.tsx'

const titleOf = ({ documentTitle }: GrantRow) => documentTitle

/** The document that a grant is on. */
export const placeColumn: Column<GrantRow> = {
  heading: 'Document',
  width: '32%',
  sort: 'documentTitle',
  cell: ({ documentTitle, documentId, documentStatus }) => (
    <DocumentTitle title={documentTitle} to={`/documents/${documentId}`} status={documentStatus} />
  ),
}

/** Grants on several documents, with Renew and Revoke where the person is allowed to. */
export function GrantTable({ label, rows }: { label: string; rows: GrantRow[] | undefined }) {
  const { column, dialog } = useGrantActions<GrantRow>({ titleOf })
  return (
    <>
      <DataTable
        label={label}
        columns={[personColumn, placeColumn, grantedColumn, endsColumn, column]}
        rows={rows}
        rowKey={({ id }) => id}
        expected={3}
      />
      {dialog}
    </>
  )
}
