import { screen } from '@deedbox/contract/messages.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { ErrorState } from '../ui/states.tsx'
import { columns } from './history.tsx'

type Entry = Answer<'GET /api/clients/history'>['entries'][number]

const [event, ...rest] = columns
const documentColumn: Column<Entry> = {
  heading: 'Document',
  width: '24%',
  cell: (entry) => <Cut text={entry.documentTitle} to={`/documents/${entry.documentId}`} />,
}
const shown = (event ? [event, documentColumn, ...rest] : []) as Column<Entry>[]

/** History of a client's documents, newest first. */
export function ClientHistory({ name }: { name: string }) {
  const list = useInfiniteQuery({
    queryKey: ['documents', 'client-history', name],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/clients/history', {
        query: { name, limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = list.data?.pages.flatMap(({ entries }) => entries)
  if (list.isError && !rows)
    return <ErrorState title={screen.loadHistory} error={list.error} onRetry={list.refetch} />
  return (
    <>
      <DataTable label="History" columns={shown} rows={rows} rowKey={({ id }) => String(id)} />
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
