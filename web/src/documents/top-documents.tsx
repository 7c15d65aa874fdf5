import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { detailColumn, ownerColumn, sizeColumn, uploadedColumn } from './columns.tsx'

const columns: Column<DocumentRow>[] = [
  detailColumn.title,
  detailColumn.kind,
  detailColumn.clientName,
  ownerColumn,
  uploadedColumn,
  detailColumn.expiryDate,
  sizeColumn,
]

/** A dashboard's documents that expire soonest. */
export const TopDocuments = ({ rows }: { rows: DocumentRow[] | undefined }) => (
  <DataTable
    label={`Top ${limits.dashboard.topDocuments} documents`}
    columns={columns}
    rows={rows}
    rowKey={({ id }) => id}
    expected={limits.dashboard.topDocuments}
  />
)
