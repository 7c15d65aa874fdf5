import { counted } from '@deedbox/contract/counts.ts'
import { shortListText } from '@deedbox/contract/list-text.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Stack } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { holds, useDeployment, useUser } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { WhoLosesAccess } from '../ui/who-loses-access.tsx'
import { LeftOut, type Named, Titles, usePreview } from './left-out.tsx'

type Props = {
  documents: readonly Named[]
  leftOut?: readonly Named[]
  onClose: () => void
  onDone?: () => Promise<void>
}

const idsOf = (documents: Props['documents']) => documents.map(({ id }) => id)
/** Names one document by its title, several by their number. */
const named = (documents: Props['documents']) =>
  documents.length === 1 ? (documents[0]?.title ?? '') : counted(documents.length, 'document')

/** Shows a toast with Undo for people who may restore documents; ended access stays ended. */
function sayDeleted(documents: Props['documents'], restores: boolean) {
  const done = documents.length === 1 ? success.deleted : `${counted(documents.length, 'document')} deleted`
  if (!restores) return void toast.success(done)
  toast.undoable(
    `${done}. All access to ${documents.length === 1 ? 'it' : 'them'} has ended.`,
    async () => {
      await call('POST /api/documents/restore', { body: { documentIds: idsOf(documents) } })
      void refreshEverything()
      return documents.length === 1 ? success.restored : `${counted(documents.length, 'document')} restored`
    },
    screen.restoreFailed,
  )
}

/** Deletes documents, all of them or none. */
export function DeleteDialog({ documents, leftOut = [], onClose, onDone }: Props) {
  const { deletedKeptDays } = useDeployment()
  const restores = holds(useUser(), 'canManageDocuments')
  const it = documents.length === 1 ? 'it' : 'them'
  return (
    <ConfirmDialog
      title={`Delete ${named(documents)}?`}
      confirm={documents.length === 1 ? 'Delete document' : `Delete ${counted(documents.length, 'document')}`}
      destructive
      failure={screen.deleteFailed}
      onClose={onClose}
      act={async () => {
        await call('POST /api/documents/delete', { body: { documentIds: idsOf(documents) } })
        sayDeleted(documents, restores)
        await onDone?.()
        void refreshEverything()
      }}
    >
      <Stack>
        {documents.length > 1 && <Titles documents={documents} />}
        <WhoLosesAccess documentIds={idsOf(documents)} />
        <div>
          All access to {it} ends immediately. The content is permanently removed after {deletedKeptDays}{' '}
          days. Until then a trustee or an administrator can restore {it}; of the access that has ended, only
          running shares of a matter give it again. The history is kept.
        </div>
        <LeftOut action="delete" documents={leftOut} />
      </Stack>
    </ConfirmDialog>
  )
}

/** Restores documents, all of them or none. */
export function RestoreDialog({ documents, onClose }: Pick<Props, 'documents' | 'onClose'>) {
  return (
    <ConfirmDialog
      title={`Restore ${named(documents)}?`}
      confirm={
        documents.length === 1 ? 'Restore document' : `Restore ${counted(documents.length, 'document')}`
      }
      failure={screen.restoreFailed}
      onClose={onClose}
      act={async () => {
        await call('POST /api/documents/restore', { body: { documentIds: idsOf(documents) } })
        toast.success(
          documents.length === 1 ? success.restored : `${counted(documents.length, 'document')} restored`,
        )
        void refreshEverything()
      }}
    >
      <Stack>
        {documents.length > 1 && <Titles documents={documents} />}
        <AccessAgain documents={documents} />
      </Stack>
    </ConfirmDialog>
  )
}

/** Says to whom a shared matter gives the documents again, and that nobody else gets access by the restore. */
function AccessAgain({ documents }: Pick<Props, 'documents'>) {
  const { data } = usePreview('restore', documents)
  const people = data?.peopleTotal ?? 0
  const names = data?.people.map(({ name }) => name) ?? []
  return (
    <>
      {people > 0 && (
        <div role="status">
          {shortListText(names, 5, people)} {people === 1 ? 'gets' : 'get'} access again, as the matter is
          shared with {people === 1 ? 'this person' : 'these people'}.
        </div>
      )}
      <div>
        {people > 0 ? 'Other access' : 'Access'} that ended with the deletion is not restored: share again
        with the people who need it.
      </div>
    </>
  )
}
