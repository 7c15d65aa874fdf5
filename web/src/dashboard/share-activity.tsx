import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './dashboard.module.css'

type Entry = Answer<'GET /api/audit'>['entries'][number]

const columns: Column<Entry>[] = [
  {
    heading: 'Event',
    kind: 'main',
    cell: ({ label, subjectEmail, notes }) => (
      <Cut text={[subjectEmail ? `${label}: ${subjectEmail}` : label, notes].filter(Boolean).join(' · ')} />
    ),
  },
  {
    heading: 'Document',
    width: '30%',
    cell: ({ documentId, documentTitle }) =>
      documentId && documentTitle ? <Cut text={documentTitle} to={`/documents/${documentId}`} /> : '—',
  },
  {
    heading: 'Person',
    width: '20%',
    cell: ({ actorName, actorEmail }) => <Cut text={actorName ?? actorEmail ?? 'Deedbox'} />,
  },
  { heading: 'When', kind: 'number', width: '11rem', cell: ({ at }) => <WhenStacked at={at} exact /> },
]

/** Number of entries that Load More adds. */
const pageSize = 20

/** Uploads and shares of the documents that a trustee manages: the first 8 entries, and Load More. */
export function ShareActivity() {
  const list = useInfiniteQuery({
    queryKey: ['dashboard', 'audit'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/audit', {
        query: pageParam ? { cursor: pageParam, limit: pageSize } : { limit: limits.dashboard.auditTrail },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Answer<'GET /api/audit'>) => last.nextCursor,
  })
  const rows = list.data?.pages.flatMap((page) => page.entries)
  return (
    <PagedList
      list={list}
      rows={rows}
      failure={screen.loadActivity}
      empty={
        <p className={classes.nothing}>
          Every upload, share, renewal, extension and revocation is recorded here.
        </p>
      }
    >
      <DataTable
        label="Audit trail"
        columns={columns}
        rows={rows}
        rowKey={(entry) => String(entry.id)}
        expected={limits.dashboard.auditTrail}
      />
    </PagedList>
  )
}
