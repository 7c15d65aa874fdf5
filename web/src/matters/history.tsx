import { screen } from '@deedbox/contract/messages.ts'
import type { Answer } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { ErrorState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { useMatterHistory } from './queries.ts'

type Entry = Answer<'GET /api/matters/:matterId/history'>['entries'][number]

const columns: Column<Entry>[] = [
  {
    heading: 'Event',
    kind: 'main',
    cell: ({ label, told }) => <Stacked text={label} small={told ?? []} />,
  },
  {
    heading: 'Document',
    width: '24%',
    cell: ({ document }) =>
      document ? <Cut text={document.title} to={`/documents/${document.id}`} /> : <Cut text="–" />,
  },
  { heading: 'Person', width: '20%', cell: ({ actorName }) => <Cut text={actorName ?? 'Deedbox'} /> },
  { heading: 'When', kind: 'number', width: '11rem', cell: ({ at }) => <WhenStacked at={at} exact /> },
]

/** What was changed of a matter, newest first. */
export function MatterHistory({ matterId }: { matterId: string }) {
  const list = useMatterHistory(matterId)
  const rows = list.data?.pages.flatMap(({ entries }) => entries)
  if (list.isError && !rows)
    return <ErrorState title={screen.loadHistory} error={list.error} onRetry={list.refetch} />
  return (
    <>
      <DataTable label="History" columns={columns} rows={rows} rowKey={({ id }) => String(id)} />
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
