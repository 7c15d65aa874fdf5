import type { Document } from '@deedbox/contract/documents.ts'
import { attachedTo } from '@deedbox/contract/file-id.ts'
import { Loader } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useDownload } from '../download.ts'
import { AttachmentHead, Attachments } from './attachments.tsx'
import { Damaged } from './damaged.tsx'
import { PasswordForm } from './password-form.tsx'
import { Reading } from './reading.tsx'
import { usePageSizes, usePictures, useRefusal } from './use-pages.ts'
import classes from './viewer.module.css'

export type ReaderProps = {
  document: Document
  /** Page to begin with; `onPage` gets the open page, delayed while pages are turned quickly. */
  page: number
  onPage: (page: number) => void
  /** Attachment that is open, as in '2', or '2.1' for one of an attached mail; null: the document itself. */
  attachment: string | null
  onAttachment: (attachment: string | null) => void
  downloading: boolean
  onDownload: (() => void) | null
  onRefused: (error: unknown) => void
  onClose: () => void
}

/** Codes of a file that cannot be shown, however often one tries. */
const unshowable = [
  'file-cut-off',
  'file-damaged',
  'file-locked',
  'preview-failed',
  'preview-too-large',
] as const

/** Returns the attached mail that an attachment belongs to; null for the document itself. */
const outerOf = (attachment: string): string | null => attachment.split('.').slice(0, -1).join('.') || null

/** Fetches the number and sizes of the pages, then shows them; of a PDF with a password, once it was typed. */
export function Reader(props: ReaderProps) {
  const { attachment } = props
  const fileId = attachment ? attachedTo(props.document.id, attachment) : props.document.id
  // An attachment is read as the document is, under an id of its own; its other facts come with its pages.
  const document = attachment ? { ...props.document, id: fileId, locked: false } : props.document
  return (
    <div className={classes.reader}>
      <File key={fileId} {...props} document={document} />
    </div>
  )
}

function File(props: ReaderProps) {
  const { document, attachment, onRefused } = props
  const download = useDownload()
  const [opened, setOpened] = useState(!document.locked)
  const { data, error, refetch } = usePageSizes(document.id, opened)
  const pictures = usePictures(document.id, data?.pages.length ?? 0, onRefused)
  useRefusal(error, onRefused)
  const code = error instanceof ApiError ? error.code : null
  if (!opened || code === 'file-password-needed')
    return (
      <>
        {attachment !== null && (
          <AttachmentHead name={undefined} onBack={() => props.onAttachment(outerOf(attachment))} />
        )}
        <PasswordForm
          document={document}
          onRefused={onRefused}
          onOpened={() => (opened ? void refetch() : setOpened(true))}
        />
      </>
    )
  const isAttached = attachment !== null
  const head = isAttached && (
    <AttachmentHead name={data?.file.name} onBack={() => props.onAttachment(outerOf(attachment))} />
  )
  if (error && unshowable.some((one) => one === code))
    return (
      <>
        {head}
        <Damaged
          error={error}
          downloading={props.downloading}
          onDownload={isAttached ? null : props.onDownload}
          isAttached={isAttached}
        />
      </>
    )
  if (error) return <ErrorState title="This document could not be opened" error={error} onRetry={refetch} />
  if (!data || !pictures)
    return (
      <div className={classes.opening}>
        <Loader role="status" aria-label="Opening the document" />
      </div>
    )
  const { name: fileName, type: fileType } = data.file
  const shown = isAttached ? { ...document, fileName, fileType, title: fileName } : document
  return (
    <>
      {head}
      <Attachments
        attachments={data.attachments}
        can={document.can}
        onOpen={(number) =>
          props.onAttachment(attachment === null ? String(number) : attachedTo(attachment, number))
        }
        onDownload={({ number, name }) =>
          download.mutate({ id: attachedTo(document.id, number), fileName: name })
        }
      />
      {data.cutOff && (
        <p className={classes.aloud} role="status">
          The end of this file is missing: what could be read is shown, but pages may be missing too.
        </p>
      )}
      <Reading
        {...props}
        document={shown}
        {...(isAttached &&
          props.onDownload && { onDownload: () => download.mutate(shown), downloading: download.isPending })}
        sizes={data.pages}
        outlined={data.outline}
        annotated={data.annotations}
        pictures={pictures}
      />
    </>
  )
}
