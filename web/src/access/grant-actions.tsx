import type { Grant } from '@deedbox/contract/grants.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Column } from '../ui/data-table.tsx'
import { toast } from '../ui/toast.tsx'
import { RenewDialog } from './renew-dialog.tsx'

/** Renew and Revoke for a table of grants: the column of actions, and the dialog that is open. */
export function useGrantActions<Row extends Grant>(props: {
  titleOf: (grant: Row) => string
}): { column: Column<Row>; dialog: ReactNode } {
  const { titleOf } = props
  const [revoking, setRevoking] = useState<Row | null>(null)
  const [renewing, setRenewing] = useState<Row | null>(null)
  const column = useMemo(
    (): Column<Row> => ({
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
    }),
    [],
  )
  const dialog = (
    <>
      {revoking && (
        <ConfirmDialog
          onClose={() => setRevoking(null)}
          title={`Revoke ${revoking.userName}'s access to ${titleOf(revoking)}?`}
          confirm="Revoke access"
          destructive
          failure={screen.revokeFailed}
          act={async () => {
            try {
              await call('POST /api/access/:grantId/revoke', { params: { grantId: revoking.id } })
              toast.success(success.revoked)
            } finally {
              // Refresh even after a failure, as the access may have ended in the meantime.
              await refreshEverything()
            }
          }}
        >
          Access ends immediately, even where the document is open right now.
        </ConfirmDialog>
      )}
      {renewing && (
        <RenewDialog grant={renewing} documentTitle={titleOf(renewing)} onClose={() => setRenewing(null)} />
      )}
    </>
  )
  return { column, dialog }
}
