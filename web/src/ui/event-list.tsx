import { sentenceOf } from '@deedbox/contract/audit-sentence.ts'
import type { EventFilter } from '@deedbox/contract/audit-trail.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { Cut } from './cut.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { LoadMore } from './load-more.tsx'
import { ErrorState } from './states.tsx'
import { When } from './when.tsx'
import { WhenStacked } from './when-stacked.tsx'

export type ListedEvent = Answer<'GET /api/audit/events'>['events'][number]

const columns: Column<ListedEvent>[] = [
  { heading: 'Event', kind: 'main', cell: (row) => <Cut text={sentenceOf(row)} /> },
  {
    heading: 'Document',
    width: '20%',
    cell: ({ documentId, documentTitle }) =>
      documentId && documentTitle ? <Cut text={documentTitle} to={`/documents/${documentId}`} /> : '—',
  },
  {
    heading: 'Person',
    width: '18%',
    cell: ({ actorName, actorEmail }) => (
      <Cut text={[actorName ?? (actorEmail ? '' : 'Deedbox'), actorEmail].filter(Boolean).join(' · ')} />
    ),
  },
  {
    heading: 'Address',
    width: '9rem',
    minor: true,
    cell: ({ address }) => (address ? <Cut text={address} /> : '—'),
  },
  { heading: 'When', kind: 'number', width: '11rem', cell: ({ at }) => <WhenStacked at={at} exact /> },
]
const without = (...headings: string[]) => columns.filter(({ heading }) => !headings.includes(heading))

/** Number of rows that Load More adds to a list that begins with few. */
const moreRows = 20

/**
 * The events of the audit trail that the person may see and that match the filter, newest first. `first` is the number at the beginning; `hide` names
 * columns with the same content in each row.
 */
export function EventList(props: {
  label: string
  filter: Partial<EventFilter>
  empty: ReactNode
  first?: number
  hide?: string[]
  /** Column of what can be done with an event. */
  actions?: Column<ListedEvent>
}) {
  const { filter, first } = props
  const list = useInfiniteQuery({
    queryKey: ['events', filter, first],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/audit/events', {
        query: {
          ...filter,
          ...(pageParam ? { cursor: pageParam } : {}),
          ...(first !== undefined && { limit: pageParam ? moreRows : first }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Answer<'GET /api/audit/events'>) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap(({ events }) => events)
  const searchedTo = list.data?.pages.at(-1)?.searchedTo
  if (list.isError && !rows)
    return <ErrorState title={screen.loadActivity} error={list.error} onRetry={list.refetch} />
  if (rows?.length === 0 && !list.hasNextPage) return props.empty
  return (
    <>
      {rows?.length !== 0 && (
        <DataTable
          label={props.label}
          columns={[...without(...(props.hide ?? [])), ...(props.actions ? [props.actions] : [])]}
          rows={rows}
          rowKey={({ id }) => String(id)}
          {...(first !== undefined && { expected: first })}
        />
      )}
      {searchedTo && (
        <Text size="sm" c="dimmed" role="status" mt="sm">
          Looked through everything since <When at={searchedTo} />. Load More looks further back.
        </Text>
      )}
      {rows && (list.hasNextPage || list.error) && (
        <LoadMore
          shown={rows.length}
          hasMore={list.hasNextPage}
          busy={list.isFetchingNextPage}
          error={list.error}
          onMore={list.fetchNextPage}
        />
      )}
    </>
  )
}
