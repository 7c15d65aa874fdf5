import type { DueFilter } from '@deedbox/contract/due-date-terms.ts'
import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './due-dates.module.css'
import { type DueDate, useDueDates } from './queries.ts'
import { DueStatusBadge } from './status.tsx'
import { useDueDialogs } from './use-due-dialogs.tsx'
import { kindText, ofText } from './words.ts'

type Open = ReturnType<typeof useDueDialogs>['open']

const columnsOf = (open: Open, ofOne: boolean): Column<DueDate>[] => [
  {
    heading: 'What falls due',
    kind: 'main',
    cell: (row) => (
      <UnstyledButton className={classes.title} onClick={() => open(row)}>
        <Cut text={row.title} />
        <span className={classes.small}>
          {[kindText(row), !ofOne && ofText(row)].filter(Boolean).join(' · ')}
        </span>
      </UnstyledButton>
    ),
  },
  {
    heading: 'Day',
    width: '11rem',
    cell: ({ dueOn, words }) => (dueOn ? <WhenStacked at={dueOn} /> : <Cut text={words} />),
  },
  { heading: 'Status', width: '9rem', cell: (row) => <DueStatusBadge {...row} /> },
  {
    heading: 'Who is reminded',
    width: '11rem',
    minor: true,
    cell: ({ people }) => <Cut text={people.map(({ name }) => name).join(', ') || 'Nobody'} />,
  },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '6rem',
    cell: (row) =>
      row.can.edit &&
      row.status === 'open' && (
        <Button size="compact-sm" variant="subtle" onClick={() => open(row, 'done')}>
          Done<VisuallyHidden> with {row.title}</VisuallyHidden>
        </Button>
      ),
  },
]

/** Dates that fall due with a filter, the earliest first; `ofOne`: all of one matter or document, which is not named. */
export function DueList(props: { filter: DueFilter; empty: ReactNode; ofOne?: boolean; more?: 'needed' }) {
  const { list, rows } = useDueDates(props.filter)
  const { open, dialog } = useDueDialogs()
  return (
    <>
      <PagedList
        list={list}
        rows={rows}
        failure="Failed to load what falls due"
        empty={props.empty}
        {...(props.more && { more: props.more })}
      >
        <DataTable
          label="What falls due"
          columns={columnsOf(open, props.ofOne ?? false)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      </PagedList>
      {dialog}
    </>
  )
}
