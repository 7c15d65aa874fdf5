import { sentenceOf } from '@deedbox/contract/audit-sentence.ts'
import type { HistoryEntry } from '@deedbox/contract/documents.ts'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { HistoryTable } from '../ui/history-table.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './documents.module.css'
import { useHistory } from './queries.ts'

/** The columns of a history; that of several documents names each document. */
export const columns: Column<HistoryEntry>[] = [
  { heading: 'Event', kind: 'main', cell: (entry) => <Cut text={sentenceOf(entry)} /> },
  {
    heading: 'Person',
    width: '26%',
    cell: ({ actorName, actorEmail }) => (
      <Cut text={[actorName ?? 'Deedbox', actorEmail].filter(Boolean).join(' · ')} />
    ),
  },
  {
    heading: 'Address',
    width: '11rem',
    minor: true,
    cell: ({ ip }) => (ip ? <Cut text={ip} /> : <span className={classes.quiet}>—</span>),
  },
  { heading: 'When', kind: 'number', width: '11rem', cell: ({ at }) => <WhenStacked at={at} exact /> },
]

/** The history of a document from the audit trail, newest first. */
export const History = ({ documentId }: { documentId: string }) => (
  <HistoryTable list={useHistory(documentId)} columns={columns} />
)
