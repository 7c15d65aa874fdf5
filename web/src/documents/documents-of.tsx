import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { call } from '../lib/api.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import type { ChosenAction } from '../ui/selection-bar.tsx'
import { useSelection } from '../ui/use-selection.ts'
import { choosingDocuments } from './choosing-documents.tsx'
import { type ShareChosen, useChosenActions } from './chosen-actions.tsx'
import * as columns from './columns.tsx'
import { RowActions } from './row-actions.tsx'

const idOf = ({ id }: DocumentRow) => id

/** The documents of a client or a matter that the person may see, newest first. `actions` come before those that every list has. */
export function DocumentsOf(props: {
  of: { client: string } | { matter: string }
  onShare: ShareChosen
  actions?: ChosenAction<DocumentRow>[]
  empty?: ReactNode
}) {
  const { of, onShare } = props
  const list = useInfiniteQuery({
    queryKey: ['documents', 'of', of],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/documents', {
        query: { ...of, limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
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
      ...('client' in of ? columns.detailColumns('clientName') : columns.detailColumns()),
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
    [onShare, of],
  )
  return (
    <PagedList
      list={list}
      rows={rows}
      failure={screen.loadDocuments}
      empty={props.empty ?? null}
      more="needed"
    >
      <DataTable
        label="Documents"
        columns={shown}
        rows={rows}
        rowKey={idOf}
        choosing={choosingDocuments(choice, [...(props.actions ?? []), ...actions])}
      />
      {dialog}
    </PagedList>
  )
}
