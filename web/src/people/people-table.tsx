import type { UserRow } from '@deedbox/contract/accounts.ts'
import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconHourglass, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { useServerNow } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable, type Sorting } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { toast } from '../ui/toast.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'

const fullName = (user: UserRow) => `${user.firstName} ${user.lastName}`.trim() || user.email

/** The usual order, which no column shows. */
const newest = [{ heading: 'Account made', sort: 'createdAt' }]

/** The people of this deployment, with what an administrator may do for each. */
export function PeopleTable(props: {
  rows: UserRow[] | undefined
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}) {
  const [confirming, setConfirming] = useState<UserRow | null>(null)
  const [expiring, setExpiring] = useState<UserRow | null>(null)
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
      width: '7.5rem',
      cell: (user) => (
        <>
          {user.role === 'trustee' && !user.confirmed && (
            <Button
              size="compact-sm"
              variant="light"
              aria-label={`Confirm ${fullName(user)}`}
              onClick={() => setConfirming(user)}
            >
              Confirm
            </Button>
          )}
          {user.role === 'guest' && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Set expiry of ${fullName(user)}`}
              onClick={() => setExpiring(user)}
            >
              Set expiry
            </Button>
          )}
        </>
      ),
    },
  ]

  return (
    <>
      <DataTable label="Users" columns={columns} rowKey={(user) => user.id} otherSorts={newest} {...props} />
      {confirming && (
        <ConfirmDialog
          onClose={() => setConfirming(null)}
          title={`Confirm ${fullName(confirming)} as a trustee?`}
          confirm="Confirm trustee"
          failure="Failed to confirm trustee"
          act={async () => {
            await call('POST /api/users/:userId/confirm', { params: { userId: confirming.id } })
            toast.success(`${fullName(confirming)} is confirmed`)
            void queryClient.invalidateQueries({ queryKey: ['dashboard'] })
            await queryClient.invalidateQueries({ queryKey: ['users'] })
          }}
        >
          {confirming.email} will then see all documents of this deployment and can share them, renew and
          revoke access. This cannot be taken back here.
        </ConfirmDialog>
      )}
      {expiring && (
        <ExpiryDialog user={expiring} name={fullName(expiring)} onClose={() => setExpiring(null)} />
      )}
    </>
  )
}

function Status({ user, now }: { user: UserRow; now: number }) {
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
