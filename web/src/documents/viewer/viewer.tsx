import type { Document } from '@deedbox/contract/documents.ts'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconLockOff } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useDownload } from '../download.ts'
import { statusLabel, typeLabel } from '../labels.ts'
import { NoPreview } from '../preview.tsx'
import { Reader } from './reader.tsx'
import classes from './viewer.module.css'

/**
 * The document viewer (specification, section 2). `refused`: the server's error when this person cannot, or can no
 * longer, read the document; then nothing of it is shown.
 */
export default function Viewer(props: {
  document: Document
  page: number
  onPage: (page: number) => void
  refused: unknown
  onRefused: (error: unknown) => void
  onClose: () => void
}) {
  const { document, refused } = props
  const phone = useMediaQuery('(max-width: 39.99em)', false, { getInitialValueInEffect: false })
  const navigate = useNavigate()
  const download = useDownload()
  const look = {
    fullScreen: phone ?? false,
    size: 'min(84rem, 96vw)',
    padding: 0,
    classNames: {
      content: classes.content ?? '',
      header: classes.header ?? '',
      body: classes.body ?? '',
      title: classes.title ?? '',
    },
    transitionProps: { duration: 0 },
  }
  if (refused) {
    const leave = () => void navigate('/documents', { replace: true })
    return (
      <Dialog {...look} onClose={leave} title="Access ended">
        <EmptyState
          icon={IconLockOff}
          title="You no longer have access to this document"
          action={
            <Button data-autofocus onClick={leave}>
              Back to Documents
            </Button>
          }
        >
          Your access has ended or was revoked, or the document has been deleted. The server answered:{' '}
          {messageOf(refused)}
        </EmptyState>
      </Dialog>
    )
  }
  return (
    <Dialog {...look} onClose={props.onClose} title={document.title}>
      {document.preview ? (
        <Reader
          document={document}
          page={props.page}
          onPage={props.onPage}
          downloading={download.isPending}
          onDownload={document.can.download ? () => download.mutate(document) : null}
          onRefused={props.onRefused}
        />
      ) : (
        <div className={classes.unavailable}>
          <NoPreview>
            {document.can.download
              ? 'Files of this kind cannot be shown here.'
              : 'Files of this kind cannot be shown here, and you were given access to view only.'}
          </NoPreview>
          {document.can.download && (
            <Button
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              loading={download.isPending}
              onClick={() => download.mutate(document)}
            >
              Download
            </Button>
          )}
        </div>
      )}
      <div className={classes.footer}>
        <span>Type: {typeLabel(document.type)}</span>
        <span>Status: {statusLabel(document.status)}</span>
        <span>Owner: {document.ownerName}</span>
        <span>Client: {document.clientName || '—'}</span>
      </div>
    </Dialog>
  )
}
