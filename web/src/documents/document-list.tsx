import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { activeFilters } from '@deedbox/contract/filters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, Text } from '@mantine/core'
import { IconFolderOpen, IconUpload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { holds, useUser } from '../lib/session.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import { useSelection } from '../ui/use-selection.ts'
import { useWholeList } from '../ui/use-whole-list.ts'
import { choosingDocuments } from './choosing-documents.tsx'
import { type ShareChosen, useChosenActions } from './chosen-actions.tsx'
import * as columns from './columns.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useDocumentList } from './queries.ts'
import { RowActions } from './row-actions.tsx'
import { ConfirmListed } from './status-actions.tsx'
import { useListState } from './use-list-state.ts'

/** The documents that a person can see (specification, sections 2 and 6), with search, filters, sorting and paging. */
export function DocumentList(props: { label: string; onShare: ShareChosen }) {
  const { label, onShare } = props
  const user = useUser()
  const { state, setFilter, setClient, showAll, anyText, clear, setSorting } = useListState()
  const list = useDocumentList('current', state)
  const byGrant = !holds(user, 'canManageDocuments', 'canManageOrganization')
  const shown = useMemo(
    (): Column<DocumentRow>[] => [
      ...columns.detailColumns(),
      columns.ownerColumn,
      columns.uploadedColumn,
      // Guests see the end of their own access instead.
      ...(user.role === 'guest' ? [] : [{ ...columns.detailColumn.expiryDate, brief: !byGrant }]),
      // People who were given access see the time that remains instead of the size, which is on the document's page.
      byGrant ? columns.remainingColumn : columns.sizeColumn,
      {
        heading: 'Actions',
        kind: 'actions',
        width: byGrant ? '6rem' : '10rem',
        cell: (row) => <RowActions row={row} onShare={(one) => onShare([one])} />,
      },
    ],
    [byGrant, onShare, user.role],
  )
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.documents), [list.data])
  const choice = useSelection(rows, idOf)
  const whole = useWholeList(list, rows, choice.selection)
  const { actions, dialog } = useChosenActions(onShare)
  const order = {
    choices: [...shown, ...otherSorts],
    sorting: { by: state.sort, direction: state.direction },
    onSort: setSorting,
  }
  const filtered = activeFilters(state.filter) > 0 || Boolean(state.client ?? state.text)

  return (
    <>
      <FilterBar
        filter={state.filter}
        onSet={setFilter}
        client={{ value: state.client ?? '', onChange: setClient }}
        order={{ label, ...order }}
        onClear={clear}
        busy={list.isPlaceholderData}
      />
      {state.owner && (
        <Text size="sm" c="dimmed" mb="sm">
          Only your own documents.{' '}
          <Button size="compact-sm" variant="subtle" onClick={showAll}>
            Show all
          </Button>
        </Text>
      )}
      {state.filter.status === 'pending' && rows && <ConfirmListed rows={rows} />}
      {state.text && (
        <Text size="sm" c="dimmed" mb="sm">
          Only documents whose text has “{state.text}”.{' '}
          <Button size="compact-sm" variant="subtle" onClick={anyText}>
            Clear text search
          </Button>
        </Text>
      )}
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadDocuments}
        empty={<NoDocuments filtered={filtered} onClear={clear} />}
      >
        <DataTable
          label={label}
          columns={shown}
          rows={rows}
          rowKey={idOf}
          choosing={choosingDocuments(choice, actions, whole)}
          sorting={order.sorting}
          onSort={setSorting}
          otherSorts={otherSorts}
          orderAmongFilters
        />
      </PagedList>
      {dialog}
    </>
  )
}

const idOf = ({ id }: DocumentRow) => id

/** Order by status, which has no column. */
const otherSorts = [{ heading: 'Status', sort: 'status' }]

function NoDocuments({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const user = useUser()
  if (filtered) return <NoMatch title="No documents match" onClear={onClear} />
  const uploads = holds(user, 'canManageDocuments', 'canUploadDocuments')
  return (
    <EmptyState
      icon={IconFolderOpen}
      title="No documents yet"
      action={
        uploads && (
          <Button
            component={Link}
            to="/documents/upload"
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
          >
            Upload Document
          </Button>
        )
      }
    >
      {emptyText(user.role, user.confirmed)}
    </EmptyState>
  )
}

function emptyText(role: string, confirmed: boolean): string {
  if (role === 'guest')
    return 'When somebody shares a document with you, it appears here and you get an email with a link.'
  if (role === 'requestor')
    return 'Documents that a trustee shares with you, and documents that you upload yourself, appear here.'
  if (role === 'b2b_admin') return 'Your organisation’s documents appear here as soon as they are uploaded.'
  if (role === 'trustee' && !confirmed)
    return 'Your own documents appear here. An administrator still has to confirm your account before you can see other people’s documents.'
  return 'Trust deeds, wills and other documents appear here as soon as they are uploaded.'
}
