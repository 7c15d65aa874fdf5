import { counted } from '@deedbox/contract/counts.ts'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { shortListText } from '@deedbox/contract/list-text.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { IconFolderMinus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { ChosenAction } from '../ui/selection-bar.tsx'
import { toast } from '../ui/toast.tsx'
import { useMatterShares } from '../ui/use-matter-shares.ts'

/**
 * Returns the action that takes chosen documents out of a matter. It asks only where the matter is shared, as then access ends with it; otherwise it can
 * be undone with nothing lost.
 */
export function useTakeOut({ id: matterId, name, can }: Matter): {
  actions: ChosenAction<DocumentRow>[]
  dialog: ReactNode
} {
  const shares = useMatterShares(matterId, can.edit).data?.shares ?? []
  const [asking, setAsking] = useState<DocumentRow[] | null>(null)
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: async (documents: DocumentRow[]) => {
      const given = { params: { matterId }, body: { documentIds: documents.map(({ id }) => id) } }
      const { removed } = await call('POST /api/matters/:matterId/documents/remove', given)
      toast.undoable(
        `${counted(removed, 'document')} taken out of ${name}`,
        async () => {
          const { added } = await call('POST /api/matters/:matterId/documents', given)
          void refreshEverything()
          return `${counted(added, 'document')} put back into ${name}`
        },
        screen.matterDocumentsFailed,
      )
      await refreshEverything()
    },
  })
  const dialog = asking && (
    <ConfirmDialog
      onClose={() => setAsking(null)}
      title={`Take ${asking.length === 1 ? asking[0]?.title : counted(asking.length, 'document')} out of ${name}?`}
      confirm="Take out"
      destructive
      failure={screen.matterRemoveFailed}
      act={() => mutateAsync(asking)}
    >
      The matter is shared with{' '}
      {shortListText(
        shares.map((share) => share.name),
        3,
      )}
      . Access that came with a share of the matter ends at once; putting the documents back gives it again
      only to those whose share has later documents. What was shared by itself stays.
    </ConfirmDialog>
  )
  if (!can.edit) return { actions: [], dialog: null }
  const act = (documents: DocumentRow[]) =>
    shares.length > 0
      ? setAsking(documents)
      : mutate(documents, { onError: (error) => toast.failure(screen.matterRemoveFailed, error) })
  return {
    actions: [
      {
        label: 'Take out of the matter',
        icon: IconFolderMinus,
        can: ({ can }) => can.correct,
        act,
        busy: isPending,
      },
    ],
    dialog,
  }
}
