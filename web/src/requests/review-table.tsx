import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { DataTable, type Sorting } from '../ui/data-table.tsx'
import type { RequestColumn } from './columns.tsx'
import { useReview } from './use-review.tsx'

type Props = {
  label: string
  /** Columns before the actions. */
  columns: RequestColumn[]
  rows: AccessRequest[] | undefined
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
}

/** Requests with Approve, Deny and Send Reminder, each for people who may use it. */
export function ReviewTable({ label, columns, rows, ...order }: Props) {
  const { actions, dialog } = useReview()
  const reminds = rows?.some(({ can }) => can.remind)
  const column: RequestColumn = {
    heading: 'Actions',
    kind: 'actions',
    width: reminds ? '18.5rem' : '10.5rem',
    cell: actions,
  }
  return (
    <>
      <DataTable
        label={label}
        columns={[...columns, column]}
        rows={rows}
        rowKey={({ id }) => id}
        {...order}
      />
      {dialog}
    </>
  )
}
