import { IconInbox } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'

type Row = Answer<'GET /api/users/:userId/requests'>['requests'][number]

const statusLabels: Record<Row['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
}

const columns: Column<Row>[] = [
  {
    heading: 'Document',
    kind: 'main',
    cell: ({ documentName, documentId }) => (
      <Cut text={documentName} {...(documentId ? { to: `/documents/${documentId}` } : {})} />
    ),
  },
  { heading: 'Asks for', width: '8rem', cell: ({ extension }) => (extension ? 'More time' : 'Access') },
  { heading: 'Asked', width: '9rem', cell: ({ createdAt }) => <WhenStacked at={createdAt} /> },
  { heading: 'Status', width: '8rem', cell: ({ status }) => statusLabels[status] },
  {
    heading: 'Decided',
    width: '9rem',
    minor: true,
    cell: ({ reviewedAt }) => (reviewedAt ? <WhenStacked at={reviewedAt} /> : '–'),
  },
  {
    heading: 'Decided by',
    minor: true,
    cell: ({ reviewedByName }) => (reviewedByName ? <Cut text={reviewedByName} /> : '–'),
  },
]

/** Requests of a person. */
export function PersonRequests({ userId }: { userId: string }) {
  const list = useInfiniteQuery({
    queryKey: ['users', userId, 'requests'],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/users/:userId/requests', {
        params: { userId },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  return (
    <PagedList
      list={list}
      rows={rows}
      failure="Failed to load requests"
      empty={<EmptyState icon={IconInbox} title="They have not asked for anything" />}
    >
      <DataTable label="Their requests" columns={columns} rows={rows} rowKey={({ id }) => id} />
    </PagedList>
  )
}
