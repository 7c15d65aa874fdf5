import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, Group } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { bringBack, confirmDetails } from './confirming.ts'
import { ArchiveDialog, ConfirmDetailsDialog, CorrectDialog } from './dialogs.ts'

const failing = (title: string) => (error: unknown) => toast.failure(title, error)

/** Confirms a document, or unarchives it, without asking, as both can be undone on the same page. */
export function useStatusActions() {
  const confirm = useMutation({ mutationFn: confirmDetails, onError: failing(screen.confirmFailed) })
  const unarchive = useMutation({ mutationFn: bringBack, onError: failing(screen.unarchiveFailed) })
  return { confirm, unarchive }
}

/** The buttons of a document's page for its status. */
export function StatusButtons({ document }: { document: DocumentRow }) {
  const [archiving, setArchiving] = useState(false)
  const { confirm, unarchive } = useStatusActions()
  const { can } = document
  return (
    <>
      {can.confirm && (
        <Button
          variant="default"
          leftSection={<IconCircleCheck size={16} aria-hidden="true" />}
          loading={confirm.isPending}
          onClick={() => confirm.mutate([document])}
        >
          Confirm
        </Button>
      )}
      {can.archive && (
        <Button
          variant="default"
          leftSection={<IconArchive size={16} aria-hidden="true" />}
          onClick={() => setArchiving(true)}
        >
          Archive
        </Button>
      )}
      {can.unarchive && (
        <Button
          variant="default"
          leftSection={<IconArchiveOff size={16} aria-hidden="true" />}
          loading={unarchive.isPending}
          onClick={() => unarchive.mutate({ documents: [document] })}
        >
          Unarchive
        </Button>
      )}
      {archiving && <ArchiveDialog documents={[document]} onClose={() => setArchiving(false)} />}
    </>
  )
}

/** Actions on all rows of the list of documents to confirm: set a client for them, and confirm them. */
export function ConfirmListed({ rows }: { rows: DocumentRow[] }) {
  const [asking, setAsking] = useState<'confirm' | 'correct' | null>(null)
  const documents = rows.filter(({ can }) => can.confirm).slice(0, limits.bulk)
  if (documents.length < 2) return null
  const close = () => setAsking(null)
  return (
    <Group mb="sm" gap="xs">
      <Button
        variant="default"
        leftSection={<IconCircleCheck size={16} aria-hidden="true" />}
        onClick={() => setAsking('confirm')}
      >
        Confirm all {documents.length} shown
      </Button>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        onClick={() => setAsking('correct')}
      >
        Correct all {documents.length} shown
      </Button>
      {asking === 'confirm' && <ConfirmDetailsDialog documents={documents} onClose={close} />}
      {asking === 'correct' && <CorrectDialog documents={documents} onClose={close} />}
    </Group>
  )
}
