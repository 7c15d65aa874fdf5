import type { Document } from '@deedbox/contract/documents.ts'
import { Button } from '@mantine/core'
import { IconDownload, IconEye, IconRestore, IconShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DeleteDialog, RestoreDialog } from './delete-dialog.tsx'
import { useDownload } from './download.ts'
import { StatusButtons } from './status-actions.tsx'

/** Buttons of what the person may do with a document. */
export function DocumentActions(props: {
  document: Document
  onView: () => void
  onShare: (document: Document) => void
}) {
  const { document, onView } = props
  const { can } = document
  const navigate = useNavigate()
  const download = useDownload()
  const [asking, setAsking] = useState<'delete' | 'restore' | null>(null)
  const views = can.preview || (!document.preview && !document.deletedAt && !document.lockedSince)
  return (
    <>
      {views && (
        <Button
          variant={can.preview ? 'filled' : 'default'}
          leftSection={<IconEye size={16} aria-hidden="true" />}
          onClick={onView}
        >
          View
        </Button>
      )}
      {can.download && (
        <Button
          variant={can.preview ? 'default' : 'filled'}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate(document)}
        >
          Download
        </Button>
      )}
      {can.share && (
        <Button
          variant="default"
          leftSection={<IconShare size={16} aria-hidden="true" />}
          onClick={() => props.onShare(document)}
        >
          Share
        </Button>
      )}
      <StatusButtons document={document} />
      {can.delete && (
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={() => setAsking('delete')}
        >
          Delete
        </Button>
      )}
      {can.restore && (
        <Button
          leftSection={<IconRestore size={16} aria-hidden="true" />}
          onClick={() => setAsking('restore')}
        >
          Restore
        </Button>
      )}
      {asking === 'delete' && (
        <DeleteDialog
          documents={[document]}
          onClose={() => setAsking(null)}
          onDone={async () => navigate('/documents')}
        />
      )}
      {asking === 'restore' && <RestoreDialog documents={[document]} onClose={() => setAsking(null)} />}
    </>
  )
}
