import type { Document } from '@deedbox/contract/documents.ts'
import { Button } from '@mantine/core'
import { IconDownload, IconLockOff } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { messageOf } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { documentStatusText } from '../../ui/document-status.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { When } from '../../ui/when.tsx'
import { useDownload } from '../download.ts'
import { kindLabel } from '../labels.ts'
import { NoPreview } from '../preview.tsx'
import print from './print.module.css'
import { Reader } from './reader.tsx'
import classes from './viewer.module.css'

/**
 * The document viewer (specification, section 2), as large as the window. `refused` is the server's error if this person cannot, or can no longer,
 * read the document, `ended` the end of their access. Either hides the document.
 */
export default function Viewer(props: {
  document: Document
  page: number
  onPage: (page: number) => void
  attachment: string | null
  onAttachment: (attachment: string | null) => void
  refused: unknown
  ended: string | null
  onRefused: (error: unknown) => void
  onClose: () => void
}) {
  const { document, refused, ended } = props
  const navigate = useNavigate()
  const download = useDownload()
  const look = {
    fullScreen: true,
    padding: 0,
    // Escape closes a panel first, then the reader.
    closeOnEscape: Boolean(refused ?? ended) || !document.preview,
    classNames: {
      content: classes.content ?? '',
      header: classes.header ?? '',
      body: classes.body ?? '',
      title: classes.title ?? '',
    },
    transitionProps: { duration: 0 },
  }
  if (refused || ended) {
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
          {ended ? (
            <>
              Your access ended: <When at={ended} />. Ask the owner of the document if you need it longer.
            </>
          ) : (
            <>
              Your access has ended or was revoked, or the document has been deleted. The server answered:{' '}
              {messageOf(refused)}
            </>
          )}
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
          attachment={props.attachment}
          onAttachment={props.onAttachment}
          downloading={download.isPending}
          onDownload={document.can.download ? () => download.mutate(document) : null}
          onRefused={props.onRefused}
          onClose={props.onClose}
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
      {createPortal(
        <p className={print.unprinted}>Deedbox prints a document only from its reader, with Print.</p>,
        window.document.body,
      )}
      <div className={classes.footer} data-reader>
        <span>Kind: {kindLabel(document)}</span>
        <span>Status: {documentStatusText(document.status)}</span>
        <span>Owner: {document.ownerName}</span>
        <span>Client: {document.clientName || '—'}</span>
      </div>
    </Dialog>
  )
}
