import type { Grant } from '@deedbox/contract/access.ts'
import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { call } from '../lib/api.ts'
import { endOf } from '../lib/grant-end.ts'
import { AccessBadge, AccessEnds } from '../ui/access-ends.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable, type Sorting } from '../ui/data-table.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './access.module.css'
import { GrantStatus } from './grant-status.tsx'
import { refreshGrants, useGrants } from './queries.ts'
import { RenewDialog } from './renew-dialog.tsx'
import { sortGrants } from './sort-grants.ts'

/** Who may open a document, until when, and ending or renewing it. */
export function AccessTable(props: { document: { id: string; title: string }; onChanged: () => unknown }) {
  const { document, onChanged } = props
  const { data: grants, error, refetch } = useGrants(document.id)
  const [sorting, setSorting] = useState<Sorting>({ by: 'grantedAt', direction: 'desc' })
  const [revoking, setRevoking] = useState<Grant | null>(null)
  const [renewing, setRenewing] = useState<Grant | null>(null)
  const rows = useMemo(() => grants && sortGrants(grants, sorting), [grants, sorting])

  const columns = useMemo(
    (): Column<Grant>[] => [
      ...facts,
      {
        heading: 'Actions',
        kind: 'actions',
        width: '10.5rem',
        cell: (grant) => (
          <>
            {grant.can.renew && (
              <Button size="compact-sm" variant="subtle" onClick={() => setRenewing(grant)}>
                Renew<VisuallyHidden> {grant.userName}'s access</VisuallyHidden>
              </Button>
            )}
            {grant.can.revoke && (
              <Button size="compact-sm" variant="subtle" color="wax" onClick={() => setRevoking(grant)}>
                Revoke<VisuallyHidden> {grant.userName}'s access</VisuallyHidden>
              </Button>
            )}
          </>
        ),
      },
    ],
    [],
  )
  const changed = async () => {
    onChanged()
    await refreshGrants(document.id)
  }
  if (error && !grants) return <ErrorState title={screen.loadAccess} error={error} onRetry={refetch} />
  return (
    <>
      {grants?.length === 0 ? (
        <EmptyState icon={IconUsers} title="Not shared with anybody">
          Share the document, and the people who may open it stand here.
        </EmptyState>
      ) : (
        <DataTable
          label="Access"
          columns={columns}
          rows={rows}
          rowKey={(grant) => grant.id}
          sorting={sorting}
          onSort={setSorting}
        />
      )}
      {revoking && (
        <ConfirmDialog
          onClose={() => setRevoking(null)}
          title={`Revoke ${revoking.userName}'s access to ${document.title}?`}
          confirm="Revoke access"
          destructive
          failure={screen.revokeFailed}
          act={async () => {
            await call('POST /api/access/:grantId/revoke', { params: { grantId: revoking.id } })
            toast.success(success.revoked)
            await changed()
          }}
        >
          Access ends at once, also where the document is open at this moment.
        </ConfirmDialog>
      )}
      {renewing && (
        <RenewDialog
          grant={renewing}
          documentTitle={document.title}
          onClose={() => setRenewing(null)}
          onRenewed={changed}
        />
      )}
    </>
  )
}

const facts: Column<Grant>[] = [
  {
    heading: 'Person',
    kind: 'main',
    sort: 'userName',
    cell: (grant) => (
      <div className={classes.person}>
        <Cut text={grant.userName} />
        <div className={classes.small}>
          <Cut text={grant.invited ? `${grant.userEmail} · invited, no account yet` : grant.userEmail} />
        </div>
      </div>
    ),
  },
  { heading: 'Level', width: '10.5rem', cell: (grant) => accessLevelLabels[grant.accessLevel] },
  { heading: 'Status', width: '7.5rem', cell: (grant) => <GrantStatus status={grant.status} /> },
  {
    heading: 'Granted by',
    width: '15%',
    minor: true,
    sort: 'grantedByName',
    cell: (grant) => <Cut text={grant.grantedByName} />,
  },
  {
    heading: 'Granted',
    kind: 'number',
    width: '8.5rem',
    minor: true,
    sort: 'grantedAt',
    cell: (grant) => <WhenStacked at={grant.grantedAt} />,
  },
  {
    heading: 'Ends',
    kind: 'number',
    width: '15rem',
    sort: 'endsAt',
    cell: (grant) => {
      const end = endOf(grant)
      return end ? (
        <span className={classes.dated}>
          {grant.status === 'active' && <AccessBadge at={end} />}
          {grant.status === 'active' ? <AccessEnds at={end} /> : <WhenStacked at={end} />}
        </span>
      ) : (
        '—'
      )
    },
  },
]
