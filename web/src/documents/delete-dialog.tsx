import { screen, success } from '@deedbox/contract/messages.ts'
import { call } from '../lib/api.ts'
import { useDeployment } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'

type Props = { document: { id: string; title: string }; onClose: () => void; onDone: () => void }

export function DeleteDialog({ document, onClose, onDone }: Props) {
  const { deletedKeptDays } = useDeployment()
  return (
    <ConfirmDialog
      title={`Delete ${document.title}?`}
      confirm="Delete document"
      destructive
      failure={screen.deleteFailed}
      onClose={onClose}
      act={async () => {
        await call('DELETE /api/documents/:documentId', { params: { documentId: document.id } })
        toast.success(success.deleted)
        onDone()
      }}
    >
      All access to it ends immediately. The content is permanently removed after {deletedKeptDays} days.
      Until then a trustee or an administrator can restore it. Its history is kept.
    </ConfirmDialog>
  )
}

export function RestoreDialog({ document, onClose, onDone }: Props) {
  return (
    <ConfirmDialog
      title={`Restore ${document.title}?`}
      confirm="Restore document"
      failure={screen.restoreFailed}
      onClose={onClose}
      act={async () => {
        await call('POST /api/documents/:documentId/restore', { params: { documentId: document.id } })
        toast.success(success.restored)
        onDone()
      }}
    >
      The document comes back as it was. Access that ended when it was deleted is not restored: share it again
      with the people who need it.
    </ConfirmDialog>
  )
}
