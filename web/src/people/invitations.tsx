import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { Button, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import classes from './people.module.css'
import { invitationsKey, refreshPeople } from './refresh.ts'

type Invitation = Answer<'GET /api/invitations'>['invitations'][number]

/** The open invitations, each of which can be withdrawn; `by`: only those that this person made. */
export function Invitations({ by }: { by?: string }) {
  const list = useInfiniteQuery({
    queryKey: [...invitationsKey, by],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/invitations', {
        query: { ...(by ? { invitedBy: by } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = list.data?.pages.flatMap(({ invitations }) => invitations)
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null)

  const columns: Column<Invitation>[] = [
    { heading: 'Email', kind: 'main', cell: ({ email }) => <Cut text={email} /> },
    { heading: 'Role', width: '11rem', cell: ({ role }) => <Cut text={roleShortLabel(role)} /> },
    {
      heading: 'Organisation',
      minor: true,
      cell: ({ organizationName }) => (organizationName ? <Cut text={organizationName} /> : '–'),
    },
    { heading: 'Invited by', minor: true, cell: ({ invitedBy }) => <Cut text={invitedBy} /> },
    { heading: 'Open until', width: '15rem', cell: ({ expiresAt }) => <When at={expiresAt} /> },
    {
      heading: 'Actions',
      kind: 'actions',
      width: '8rem',
      cell: (invitation) => (
        <Button
          size="compact-sm"
          variant="subtle"
          color="wax"
          aria-label={`Withdraw the invitation to ${invitation.email}`}
          onClick={() => setWithdrawing(invitation)}
        >
          Withdraw
        </Button>
      ),
    },
  ]

  return (
    <section aria-labelledby="invitations" className={classes.invitations}>
      <Title order={2} size="h4" id="invitations" className={classes.heading}>
        Open invitations
      </Title>
      <PagedList
        list={list}
        rows={rows}
        failure="Failed to load invitations"
        more="needed"
        empty={
          <p className={classes.nobody}>
            {by
              ? 'None of their invitations is open.'
              : 'There are no open invitations. People you invite appear in the list above once they have signed up.'}
          </p>
        }
      >
        <DataTable label="Open invitations" columns={columns} rows={rows} rowKey={({ id }) => id} />
      </PagedList>
      {withdrawing && (
        <ConfirmDialog
          onClose={() => setWithdrawing(null)}
          title={`Withdraw the invitation to ${withdrawing.email}?`}
          confirm="Withdraw invitation"
          destructive
          failure="Failed to withdraw the invitation"
          act={async () => {
            await call('DELETE /api/invitations/:invitationId', {
              params: { invitationId: withdrawing.id },
            })
            toast.success('Invitation withdrawn')
            await refreshPeople()
          }}
        >
          The link in the email stops working at once. Nobody can use it to open documents that were shared
          with this address.
        </ConfirmDialog>
      )}
    </section>
  )
}
