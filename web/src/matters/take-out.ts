import type { DocumentRow } from '@deedbox/contract/documents.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { IconFolderMinus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { documentsText } from '../lib/list-text.ts'
import { refreshEverything } from '../lib/query.ts'
import type { ChosenAction } from '../ui/selection-bar.tsx'
import { toast } from '../ui/toast.tsx'

/** Returns the action that takes chosen documents out of a matter, without asking, as it can be undone. */
export function useTakeOut({ id: matterId, name, can }: Matter): ChosenAction<DocumentRow>[] {
  const { mutate, isPending } = useMutation({
    mutationFn: async (documents: DocumentRow[]) => {
      const given = { params: { matterId }, body: { documentIds: documents.map(({ id }) => id) } }
      const { removed } = await call('POST /api/matters/:matterId/documents/remove', given)
      toast.undoable(
        `${documentsText(removed)} taken out of ${name}`,
        async () => {
          const { added } = await call('POST /api/matters/:matterId/documents', given)
          void refreshEverything()
          return `${documentsText(added)} put back into ${name}`
        },
        screen.matterDocumentsFailed,
      )
      await refreshEverything()
    },
    onError: (error) => toast.failure(screen.matterRemoveFailed, error),
  })
  if (!can.edit) return []
  return [
    {
      label: 'Take out of the matter',
      icon: IconFolderMinus,
      can: ({ can }) => can.correct,
      act: (documents) => mutate(documents),
      busy: isPending,
    },
  ]
}
