import type { DocumentRow } from '@deedbox/contract/documents.ts'
import {
  IconArchive,
  IconArchiveOff,
  IconCircleCheck,
  IconDownload,
  IconFolderPlus,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { keepsMatters, useUser } from '../lib/session.ts'
import type { ChosenAction } from '../ui/selection-bar.tsx'
import { ArchiveDialog, ConfirmDetailsDialog, CorrectDialog, DeleteDialog, MatterDialog } from './dialogs.ts'
import { useDownloadMany } from './download.ts'
import { useStatusActions } from './status-actions.tsx'

const dialogs = {
  correct: CorrectDialog,
  archive: ArchiveDialog,
  confirm: ConfirmDetailsDialog,
  matter: MatterDialog,
  delete: DeleteDialog,
}

type Chosen = { documents: DocumentRow[]; leftOut: DocumentRow[] }

/** Opens the dialog that shares documents, and names the documents that it leaves out. */
export type ShareChosen = (documents: DocumentRow[], leftOut?: DocumentRow[]) => void

/** Returns the actions on the documents that are chosen in a list, and the dialog that is open. */
export function useChosenActions(onShare: ShareChosen): {
  actions: ChosenAction<DocumentRow>[]
  dialog: ReactNode
} {
  const keeps = keepsMatters(useUser())
  const download = useDownloadMany()
  const { unarchive } = useStatusActions()
  const [asking, setAsking] = useState<({ dialog: keyof typeof dialogs } & Chosen) | null>(null)
  const ask = (dialog: keyof typeof dialogs) => (documents: DocumentRow[], leftOut: DocumentRow[]) =>
    setAsking({ dialog, documents, leftOut })
  const Asking = asking && dialogs[asking.dialog]
  return {
    actions: [
      { label: 'Share', icon: IconShare, can: ({ can }) => can.share, act: onShare },
      {
        label: 'Download ZIP',
        icon: IconDownload,
        can: ({ can }) => can.download,
        act: (documents, leftOut) => download.mutate({ documents, leftOut }),
        busy: download.isPending,
      },
      { label: 'Confirm', icon: IconCircleCheck, can: ({ can }) => can.confirm, act: ask('confirm') },
      { label: 'Correct', icon: IconPencil, can: ({ can }) => can.correct, act: ask('correct') },
      {
        label: 'Put into a matter',
        icon: IconFolderPlus,
        can: ({ can }) => keeps && can.correct,
        act: ask('matter'),
      },
      { label: 'Archive', icon: IconArchive, can: ({ can }) => can.archive, act: ask('archive') },
      {
        label: 'Unarchive',
        icon: IconArchiveOff,
        can: ({ can }) => can.unarchive,
        act: (documents, leftOut) => unarchive.mutate({ documents, leftOut }),
        busy: unarchive.isPending,
      },
      {
        label: 'Delete',
        icon: IconTrash,
        can: ({ can }) => can.delete,
        act: ask('delete'),
        destructive: true,
      },
    ],
    dialog: asking && Asking && (
      <Asking documents={asking.documents} leftOut={asking.leftOut} onClose={() => setAsking(null)} />
    ),
  }
}
