import type { UserRow } from '@deedbox/contract/people.ts'
import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable, type Sorting } from '../ui/data-table.tsx'
import type { Selection } from '../ui/use-selection.ts'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { PersonDialog } from './person-dialogs.tsx'
import { fullName, PersonStatus } from './person-status.tsx'
import { type PersonAction, RowActions } from './row-actions.tsx'

/** The default order, which has no column. */
const newest = [{ heading: 'Account created', sort: 'createdAt' }]

type Chosen = { action: PersonAction; user: UserRow }

const columnsOf = (base: string, onChoose: (chosen: Chosen) => void): Column<UserRow>[] => [
  {
    heading: 'Name',
    kind: 'main',
    sort: 'name',
    cell: (user) => <Cut text={fullName(user)} to={`${base}/${user.id}`} />,
  },
  { heading: 'Email', sort: 'email', cell: (user) => <Cut text={user.email} /> },
  {
    heading: 'Role',
    sort: 'role',
    width: '9rem',
    cell: (user) => <Cut text={roleShortLabel(user.role, user.professionalType)} />,
  },
  {
    heading: 'Organisation',
    minor: true,
    cell: (user) => (user.organizationName ? <Cut text={user.organizationName} /> : '–'),
  },
  { heading: 'Status', width: '9rem', cell: (user) => <PersonStatus user={user} /> },
  {
    heading: 'Access ends',
    sort: 'accessExpiresAt',
    width: '8.5rem',
    cell: (user) => (user.accessExpiresAt ? <WhenStacked at={user.accessExpiresAt} /> : '–'),
  },
  {
    heading: 'Last signed in',
    sort: 'lastSignedInAt',
    minor: true,
    width: '8.5rem',
    cell: (user) => (user.lastSignedInAt ? <WhenStacked at={user.lastSignedInAt} /> : 'Never'),
  },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '9rem',
    cell: (user) => (
      <RowActions user={user} name={fullName(user)} onChoose={(action) => onChoose({ action, user })} />
    ),
  },
]

/** The orders that a phone shows among the filters. */
export const peopleOrders = [...columnsOf('', () => {}), ...newest]

/** People, with the caller's actions on each. */
export function PeopleTable({
  base,
  ...props
}: {
  base: string
  rows: UserRow[] | undefined
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  choosing: { selection: Selection; nameOf: (user: UserRow) => string; bar: ReactNode }
}) {
  const [chosen, setChosen] = useState<Chosen | null>(null)

  const columns = useMemo(() => columnsOf(base, setChosen), [base])

  return (
    <>
      <DataTable
        label="Users"
        columns={columns}
        rowKey={(user) => user.id}
        otherSorts={newest}
        orderAmongFilters
        {...props}
      />
      {chosen && (
        <PersonDialog
          key={chosen.action}
          {...chosen}
          name={fullName(chosen.user)}
          onChoose={(action) => setChosen({ ...chosen, action })}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
