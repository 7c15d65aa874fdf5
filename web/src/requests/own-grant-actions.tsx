import { screen, success } from '@deedbox/contract/messages.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything, refreshEverythingLater } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { toast } from '../ui/toast.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import type { OwnGrant } from './own-grant.ts'
import { useOwnPending } from './queries.ts'

/**
 * Extend and Remove, for one of the reader's own live grants; a pending request replaces Extend. `onRemoved` leaves a
 * page that the reader could open only through this grant.
 */
export function OwnGrantActions({ grant, onRemoved }: { grant: OwnGrant; onRemoved?: () => unknown }) {
  const pending = useOwnPending()(grant.documentId)
  const [asking, setAsking] = useState<'extend' | 'remove' | null>(null)
  const which = <VisuallyHidden> {`my access to ${grant.documentTitle}`}</VisuallyHidden>
  const close = () => setAsking(null)
  return (
    <>
      {pending ? (
        <StatusBadge tone="warning" icon={IconHourglass}>
          {pending.extensionType ? 'Extension pending' : 'Request pending'}
        </StatusBadge>
      ) : (
        <Button size="compact-sm" variant="subtle" onClick={() => setAsking('extend')}>
          Extend{which}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="wax" onClick={() => setAsking('remove')}>
        Remove{which}
      </Button>
      {asking === 'extend' && <ExtendDialog grant={grant} onClose={close} />}
      {asking === 'remove' && (
        <ConfirmDialog
          onClose={close}
          title={`Remove your access to ${grant.documentTitle}?`}
          confirm="Remove access"
          destructive
          failure={screen.removeFailed}
          act={async () => {
            await call('POST /api/access/:grantId/remove', { params: { grantId: grant.id } })
            toast.success(success.accessRemoved)
            void (onRemoved ? refreshEverythingLater() : refreshEverything())
            await onRemoved?.()
          }}
        >
          You will no longer have access to this document. To get it back, you will need to ask a trustee.
        </ConfirmDialog>
      )}
    </>
  )
}
