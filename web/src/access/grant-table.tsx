import type { GrantRow } from '@deedbox/contract/bulk.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { endsColumn, grantedColumn, personColumn } from './columns.tsx'
import { useGrantActions } from './grant-actions.tsx'

const titleOf = ({ documentTitle }: GrantRow) => documentTitle

const documentColumn: Column<GrantRow> = {
  heading: 'Document',
  width: '32%',
  cell: (grant) => <Cut text={grant.documentTitle} to={`/documents/${grant.documentId}`} />,
}

/** Grants on several documents, with Renew and Revoke where the person is allowed to. */
export function GrantTable({ label, rows }: { label: string; rows: GrantRow[] | undefined }) {
  const { column, dialog } = useGrantActions<GrantRow>({ titleOf })
  return (
    <>
      <DataTable
        label={label}
        columns={[personColumn, documentColumn, grantedColumn, endsColumn, column]}
        rows={rows}
        rowKey={({ id }) => id}
        expected={3}
      />
      {dialog}
    </>
  )
}
