import { clauseText, unseenDocument } from '@deedbox/contract/party-rules.ts'
import { roleText } from '@deedbox/contract/party-terms.ts'
import { IconCalendarEvent, IconCheck, IconHistory, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dateText } from '../lib/format.ts'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './parties.module.css'
import type { Role } from './queries.ts'

type Edge = Pick<Role['from'], 'document' | 'clause' | 'by'>

/** A begin or end: its day, and below it the instrument, the clause and who made it. */
function EdgeCell(props: { day: string; edge: Edge | null; mark: string | false }) {
  const { day, edge } = props
  const { document, clause, by } = edge ?? { document: null, clause: '', by: null }
  const title = document && (document.title ?? unseenDocument)
  const more = [clauseText(clause), by && `by ${by.name}`].filter(Boolean).join(', ')
  return (
    <div className={classes.edge}>
      <div>
        {day}
        {props.mark && (
          <>
            {' '}
            <StatusBadge tone="warning" icon={IconCalendarEvent} small>
              {props.mark}
            </StatusBadge>
          </>
        )}
      </div>
      {title && (
        <div className={classes.small}>
          <Cut text={title} {...(document?.title && { to: `/documents/${document.id}` })} />
        </div>
      )}
      {more && (
        <div className={classes.small}>
          <Cut text={more} />
        </div>
      )}
    </div>
  )
}

/** The party, which leads to its page for whoever may act. */
const partyColumn = (leads: boolean): Column<Role> => ({
  heading: 'Party',
  kind: 'main',
  cell: ({ party, note }) => (
    <Stacked text={party.name} {...(leads && { to: `/parties/${party.id}` })} small={note ? [note] : []} />
  ),
})
const role: Column<Role> = {
  heading: 'Role',
  width: '12rem',
  brief: true,
  cell: (row) => <Cut text={roleText(row)} />,
}
const since: Column<Role> = {
  heading: 'First day',
  width: '26%',
  brief: true,
  cell: ({ from, begins }) => (
    <EdgeCell
      day={from.day ? dateText(from.day, 'UTC') : 'First day not known'}
      edge={from}
      mark={begins === true && 'First day'}
    />
  ),
}
const until: Column<Role> = {
  heading: 'Last day',
  width: '26%',
  cell: ({ until, ends }) => (
    <EdgeCell
      day={until ? dateText(until.day, 'UTC') : '–'}
      edge={until}
      mark={ends === true && 'Last day'}
    />
  ),
}

/** The columns of who is party on a day; `actions` are the buttons of a row. */
export const dayColumns = (actions: ((row: Role) => ReactNode) | null): Column<Role>[] => [
  partyColumn(actions !== null),
  role,
  since,
  until,
  ...(actions
    ? [{ heading: 'Actions', kind: 'actions' as const, width: '4rem' as const, cell: actions }]
    : []),
]

const records = {
  holds: { tone: 'good', icon: IconCheck, says: 'Holds' },
  corrected: { tone: 'quiet', icon: IconHistory, says: 'Corrected' },
  never: { tone: 'quiet', icon: IconX, says: 'No such role' },
} as const

/** The columns of everything that was recorded. */
export const everColumns = (
  corrected: ReadonlySet<string | null>,
  actions: ((row: Role, corrected: boolean) => ReactNode) | null,
): Column<Role>[] => [
  partyColumn(actions !== null),
  role,
  since,
  until,
  {
    heading: 'Record',
    width: '10rem',
    brief: true,
    cell: ({ id, never, reason }) => {
      const { tone, icon, says } = records[corrected.has(id) ? 'corrected' : never ? 'never' : 'holds']
      return (
        <div className={classes.edge}>
          <StatusBadge tone={tone} icon={icon}>
            {says}
          </StatusBadge>
          {reason && (
            <div className={classes.small}>
              <Cut text={reason} />
            </div>
          )}
        </div>
      )
    },
  },
  {
    heading: 'Recorded',
    kind: 'number',
    width: '9rem',
    minor: true,
    cell: ({ recordedAt }) => <WhenStacked at={recordedAt} />,
  },
  { heading: 'By', width: '9rem', minor: 'extra', cell: ({ recordedBy }) => <Cut text={recordedBy ?? ''} /> },
  ...(actions
    ? [
        {
          heading: 'Actions',
          kind: 'actions' as const,
          width: '4rem' as const,
          cell: (row: Role) => actions(row, corrected.has(row.id)),
        },
      ]
    : []),
]
