import { Button, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react'
import type { Answer } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'

export type EnquiryRow = Answer<'GET /api/enquiries'>['enquiries'][number]

/** Returns the columns of the list of enquiries; the button of a row opens the whole enquiry. */
export const columnsOf = (onOpen: (row: EnquiryRow) => void): Column<EnquiryRow>[] => [
  {
    heading: 'From',
    kind: 'main',
    sort: 'name',
    cell: ({ name, email, phone }) => <Stacked text={name} small={[email, phone].filter(Boolean)} />,
  },
  {
    heading: 'Enquiry',
    width: '36%',
    sort: 'subject',
    cell: ({ subject, message }) =>
      subject ? <Stacked text={subject} small={oneLine(message)} /> : <Cut text={oneLine(message)} />,
  },
  {
    heading: 'Received',
    kind: 'number',
    width: '11rem',
    sort: 'createdAt',
    cell: ({ createdAt }) => <WhenStacked at={createdAt} exact />,
  },
  {
    heading: 'Answered',
    width: '11rem',
    sort: 'answeredAt',
    cell: ({ answeredAt, answeredBy }) =>
      answeredAt ? (
        <StatusBadge tone="good" icon={IconCircleCheck}>
          {answeredBy ?? 'Answered'}
        </StatusBadge>
      ) : (
        <StatusBadge tone="warning" icon={IconClockHour4}>
          Not answered
        </StatusBadge>
      ),
  },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '6rem',
    cell: (row) => (
      <Button size="compact-sm" variant="subtle" onClick={() => onOpen(row)}>
        Open<VisuallyHidden> the enquiry from {row.name}</VisuallyHidden>
      </Button>
    ),
  },
]

const oneLine = (text: string) => text.replace(/\s+/g, ' ')
