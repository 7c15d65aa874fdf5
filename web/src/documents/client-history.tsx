import { useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { HistoryTable } from '../ui/history-table.tsx'
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
  return <HistoryTable list={list} columns={shown} />
}
