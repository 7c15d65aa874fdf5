import type { UserRow } from '@deedbox/contract/people.ts'
import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { IconCircleCheck, IconFlag, IconHourglass, IconLock, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useServerNow, useUser } from '../lib/session.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable, type Sorting } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { PersonDialog } from './person-dialogs.tsx'
import { type PersonAction, RowActions } from './row-actions.tsx'

const fullName = (user: UserRow) => `${user.firstName} ${user.lastName}`.trim() || user.email

/** The default order, which has no column. */
const newest = [{ heading: 'Account created', sort: 'createdAt' }]

/** The people of this deployment, with what an administrator may do for each. */
export function PeopleTable(props: {
  rows: UserRow[] | undefined
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}) {
  const [chosen, setChosen] = useState<{ action: PersonAction; user: UserRow } | null>(null)
  const { id: self } = useUser()
  const now = useServerNow()

  const columns: Column<UserRow>[] = [
    { heading: 'Name', kind: 'main', sort: 'name', cell: (user) => <Cut text={fullName(user)} /> },
    { heading: 'Email', sort: 'email', cell: (user) => <Cut text={user.email} /> },
    {
      heading: 'Role',
      sort: 'role',
      width: '9.5rem',
      cell: (user) => <Cut text={roleShortLabel(user.role, user.professionalType)} />,
    },
    {
      heading: 'Organisation',
      minor: true,
      cell: (user) => (user.organizationName ? <Cut text={user.organizationName} /> : '–'),
    },
    { heading: 'Status', width: '9rem', cell: (user) => <Status user={user} now={now} /> },
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
      width: '10.5rem',
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
  ]

  return (
    <>
      <DataTable label="Users" columns={columns} rowKey={(user) => user.id} otherSorts={newest} {...props} />
      {chosen && (
        <PersonDialog
          key={chosen.action}
          {...chosen}
          name={fullName(chosen.user)}
          self={chosen.user.id === self}
          onChoose={(action) => setChosen({ ...chosen, action })}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

function Status({ user, now }: { user: UserRow; now: number }) {
  if (user.deactivated)
    return (
      <StatusBadge tone="bad" icon={IconLock}>
        Deactivated
      </StatusBadge>
    )
  if (user.reports > 0)
    return (
      <StatusBadge tone="bad" icon={IconFlag}>
        {user.reports === 1 ? '1 report' : `${user.reports} reports`}
      </StatusBadge>
    )
  if (!user.confirmed)
    return (
      <StatusBadge tone="warning" icon={IconHourglass}>
        Unconfirmed
      </StatusBadge>
    )
  if (user.accessExpiresAt && Date.parse(user.accessExpiresAt) <= now)
    return (
      <StatusBadge tone="bad" icon={IconX}>
        Expired
      </StatusBadge>
    )
  return (
    <StatusBadge tone="good" icon={IconCircleCheck}>
      Active
    </StatusBadge>
  )
}
