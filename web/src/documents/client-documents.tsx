import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../lib/api.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { useSelection } from '../ui/use-selection.ts'
import { choosingDocuments } from './choosing-documents.tsx'
import { type ShareChosen, useChosenActions } from './chosen-actions.tsx'
import * as columns from './columns.tsx'
import { RowActions } from './row-actions.tsx'

const idOf = ({ id }: DocumentRow) => id

/** A client's documents that the person may see, newest first. */
export function ClientDocuments(props: { name: string; onShare: ShareChosen }) {
  const { name, onShare } = props
  const list = useInfiniteQuery({
    queryKey: ['documents', 'of-client', name],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/documents', {
        query: { client: name, limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => list.data?.pages.flatMap(({ documents }) => documents), [list.data])
  const choice = useSelection(rows, idOf)
  const { actions, dialog } = useChosenActions(onShare)
  const shown = useMemo(
    (): Column<DocumentRow>[] => [
      ...columns.detailColumns('clientName'),
      columns.ownerColumn,
      columns.uploadedColumn,
      columns.detailColumn.expiryDate,
      {
        heading: 'Actions',
        kind: 'actions',
        width: '12rem',
        cell: (row) => <RowActions row={row} onShare={(one) => onShare([one])} corrects />,
      },
    ],
    [onShare],
  )
  return (
    <PagedList list={list} rows={rows} failure={screen.loadDocuments} empty={null} more="needed">
      <DataTable
        label="Documents"
        columns={shown}
        rows={rows}
        rowKey={idOf}
        choosing={choosingDocuments(choice, actions)}
      />
      {dialog}
    </PagedList>
  )
}
