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
  const [chosen, setChosen] = useState<{ action: PersonAction; user: UserRow } | null>(null)

  const columns = useMemo(
    (): Column<UserRow>[] => [
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
          <RowActions user={user} name={fullName(user)} onChoose={(action) => setChosen({ action, user })} />
        ),
      },
    ],
    [base],
  )

  return (
    <>
      <DataTable label="Users" columns={columns} rowKey={(user) => user.id} otherSorts={newest} {...props} />
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
