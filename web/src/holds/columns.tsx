import { type HoldKind, holdWords } from '@deedbox/contract/hold-terms.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconCircleOff, IconHourglass, IconLock } from '@tabler/icons-react'
import type { Answer } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { LongText } from '../ui/long-text.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'

export type HoldRow = Answer<'GET /api/holds'>['holds'][number]

/** Address of the page of what a hold is on. */
const pageOf: Record<HoldKind, (hold: HoldRow) => string> = {
  document: ({ subjectId }) => `/documents/${subjectId}`,
  client: ({ name }) => `/clients/${encodeURIComponent(name)}`,
  person: ({ subjectId }) => `/admin/users/${subjectId}`,
  organisation: ({ subjectId }) => `/admin/organizations/${subjectId}`,
}

const statuses = {
  'in-force': { tone: 'good', icon: IconLock, says: 'In force' },
  asked: { tone: 'warning', icon: IconHourglass, says: 'Lifting asked for' },
  ended: { tone: 'quiet', icon: IconCircleOff, says: 'Ended' },
} as const

function Status({ status, ended }: HoldRow) {
  const { tone, icon, says } = statuses[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {ended?.by ? 'Lifted' : says}
    </StatusBadge>
  )
}

/** Returns the columns of legal holds; the button of a row lifts, or decides about lifting. */
export const columnsOf = (onChoose: (row: HoldRow) => void): Column<HoldRow>[] => [
  {
    heading: 'On',
    kind: 'main',
    cell: (hold) => <Cut text={`${holdWords[hold.kind].label}: ${hold.name}`} to={pageOf[hold.kind](hold)} />,
  },
  {
    heading: 'Reason',
    width: '30%',
    cell: ({ reason, asked }) => (
      <Stacked
        text={reason}
        below={
          asked && (
            <LongText text={`${asked.by} asks to lift it: ${asked.why}`} of={`what ${asked.by} asks`} />
          )
        }
      />
    ),
  },
  {
    heading: 'Set',
    kind: 'number',
    width: '11rem',
    cell: ({ setAt }) => <WhenStacked at={setAt} />,
  },
  { heading: 'Set by', width: '9rem', minor: true, cell: ({ setBy }) => <Cut text={setBy} /> },
  {
    heading: 'Ends',
    width: '11rem',
    cell: ({ endsOn, ended }) =>
      ended ? <WhenStacked at={ended.at} /> : endsOn ? <When at={endsOn} /> : 'When it is lifted',
  },
  { heading: 'Status', width: '10rem', cell: (hold) => <Status {...hold} /> },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '6rem',
    cell: (row) =>
      row.status !== 'ended' && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChoose(row)}>
          {row.can.lift ? 'Lift' : 'Decide'}
          <VisuallyHidden> the hold on {row.name}</VisuallyHidden>
        </Button>
      ),
  },
]
