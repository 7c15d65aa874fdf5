import type { Answer } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { HistoryTable } from '../ui/history-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
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

/** Changes of a matter, newest first. */
export const MatterHistory = ({ matterId }: { matterId: string }) => (
  <HistoryTable list={useMatterHistory(matterId)} columns={columns} />
)
