import { refreshEverything } from '../../lib/query.ts'
import '@mantine/dropzone/styles.layer.css'
import type { DocumentKind } from '@deedbox/contract/document-kinds.ts'
import type { Document } from '@deedbox/contract/documents.ts'
import { fileTypes } from '@deedbox/contract/file-types.ts'
import { success } from '@deedbox/contract/messages.ts'
import { sizeLimit } from '@deedbox/contract/sizes.ts'
import { Box, Button, Group } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import {
  IconCamera,
  IconCloudUpload,
  IconCopyCheck,
  IconFileTypePdf,
  IconFolder,
  IconUpload,
} from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { keepsMatters, useDeployment, useUser } from '../../lib/session.ts'
import { useToday } from '../../lib/today.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import type { Found } from '../../ui/found-select.tsx'
import { MatterInput } from '../../ui/matter-input.tsx'
import { MatterShared } from '../../ui/matter-shared.tsx'
import { toast } from '../../ui/toast.tsx'
import { valuesOf } from '../detail-values.ts'
import { ApplyToAll } from './apply-to-all.tsx'
import { ChooseButton } from './choose-button.tsx'
import { readDetails } from './send.ts'
import { SkippedFiles } from './skipped.tsx'
import { sortOut } from './sort-out.ts'
import { StorageUsed } from './storage-used.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import classes from './upload.module.css'
import { UploadItem } from './upload-item.tsx'
import { UploadSum } from './upload-sum.tsx'
import { useShared } from './use-shared.ts'
import { sendable, type Upload, useUploads } from './use-uploads.ts'

const extensions = Object.keys(fileTypes).map((extension) => `.${extension}`)

const ScanDialog = lazy(async () => ({ default: (await import('./scan/scan-dialog.tsx')).ScanDialog }))

const whileGoing = {
  title: 'Leave while files are being uploaded?',
  confirm: 'Leave and stop the uploads',
  text: 'The uploads stop. What has arrived is kept for a day: come back to this page, choose the same file and the upload goes on.',
}
const beforeIt = {
  title: 'Leave without uploading?',
  confirm: 'Leave without uploading',
  text: 'The files that you chose and the details that you entered will be lost.',
}

export type Uploaded = { id: string; title: string }

/** Tells whether a file is an image that can become a page of a PDF. */
const isImage = ({ is, file }: Upload) => is === 'ready' && /\.(jpe?g|png|webp)$/i.test(file.name)

/**
 * Page to choose, describe and send files (specification, section 2: /documents/upload). `then` is the link shown afterwards, `client` the client of
 * the documents.
 */
export function UploadPage(props: {
  then: { to: string; label: string }
  client: string
  /** Kind of the document that is missing: that of a file which is chosen alone. */
  kind: DocumentKind | undefined
  /** Matter that the documents go into, unless another is chosen. */
  matter: Found | null
  /** Document of which one file becomes the next version; its details are filled in. */
  versionOf?: Document | undefined
  /** Name of files that were shared from the phone's menu and wait for this form. */
  shared: string | null
  /** Shares the uploaded documents, for people who may. */
  onShare: ((documents: Uploaded[]) => void) | undefined
}) {
  const { then, client, kind, versionOf, onShare } = props
  const user = useUser()
  const { maxUploadBytes } = useDeployment()
  const today = useToday()
  const [matter, setMatter] = useState(props.matter)
  const refresh = useCallback(() => void refreshEverything(), [])
  const { uploads, busy, ...actions } = useUploads(
    maxUploadBytes,
    today,
    versionOf
      ? { matterId: null, versionOf: versionOf.id }
      : { matterId: matter?.id ?? null, versionOf: null },
    refresh,
  )
  // Failed files come first, once nothing moves any more.
  const shown = busy
    ? uploads
    : uploads.toSorted((a, b) => Number(b.is === 'failed') - Number(a.is === 'failed'))
  // Several files would be versions in the order in which they arrive.
  const one = versionOf && uploads.length > 0
  const [submitted, setSubmitted] = useState(false)
  const [skipped, setSkipped] = useState<ReturnType<typeof sortOut>['skipped']>([])
  const list = useRef<HTMLUListElement>(null)
  const focusIn = (place: number, what: string) =>
    list.current?.children[place]?.querySelector<HTMLElement>(what)?.focus()
  const count = (...states: string[]) => uploads.filter(({ is }) => states.includes(is)).length
  const waiting = uploads.filter((upload) => sendable(upload) && !actions.asks(upload))
  const asking = uploads.filter(actions.asks)
  const images = uploads.filter(isImage)
  const stored = uploads.flatMap((upload) =>
    upload.is === 'done' ? [{ id: upload.documentId, title: upload.details.title }] : [],
  )
  const [scan, setScan] = useState<{ files: File[]; keys: string[] } | null>(null)
  const [toSend, done] = [waiting.length, count('done')]
  const failed = waiting.filter(({ is }) => is === 'failed').length
  useFinishedToast(busy, done)
  useUnsaved(
    () => busy || toSend > 0 || count('ready') > 0,
    () =>
      busy || count('ready') > 0 ? { ...(busy ? whileGoing : beforeIt), onLeave: actions.cancelAll } : null,
  )

  const add = (chosen: File[]) => {
    const sorted = sortOut(versionOf ? chosen.slice(0, 1) : chosen, maxUploadBytes, uploads.length)
    // Files named earlier stay until the notice is closed.
    setSkipped((before) => [...before, ...sorted.skipped])
    const alone = uploads.length === 0 && sorted.files.length === 1
    actions.add(
      sorted.files,
      versionOf ? valuesOf(versionOf) : { clientName: client, ...(alone && kind && { kind }) },
    )
  }

  useShared(props.shared, add)

  const scanned = (pdf: File, title: string) => {
    for (const key of scan?.keys ?? []) actions.remove(key)
    actions.add(
      [pdf],
      versionOf
        ? valuesOf(versionOf)
        : { title, clientName: client, ...(uploads.length === 0 && kind && { kind }) },
    )
    setScan(null)
  }

  const start = () => {
    setSubmitted(true)
    actions.start()
    const faulty = shown.findIndex(
      (upload) => sendable(upload) && 'faults' in readDetails(upload.details, today),
    )
    // Focus after the messages are rendered, so that a screen reader reads them with the field.
    if (faulty >= 0) requestAnimationFrame(() => focusIn(faulty, 'input[aria-invalid="true"]'))
  }

  const shareOf = (upload: Upload) =>
    onShare && upload.is === 'done'
      ? () => onShare([{ id: upload.documentId, title: upload.details.title }])
      : undefined

  return (
    <>
      {one ? null : (
        <Dropzone
          onDrop={add}
          multiple={!versionOf}
          className={classes.zone ?? ''}
          aria-label="Choose files to upload"
          inputProps={{ accept: extensions.join(','), 'aria-label': 'Files to upload' }}
        >
          <div className={classes.invitation} data-small={uploads.length > 0}>
            <IconCloudUpload size={uploads.length > 0 ? 24 : 40} stroke={1.3} aria-hidden="true" />
            <div>
              <strong>
                {uploads.length > 0
                  ? 'Add more files'
                  : versionOf
                    ? 'Drop the file here, or press to choose it'
                    : 'Drop files or folders here, or press to choose files'}
              </strong>
              <div className={classes.hint}>
                PDF, PNG, JPEG, WebP, TIFF, plain text, DOCX, XLSX, ODT or EML, each at most{' '}
                {sizeLimit(maxUploadBytes)}. Everything is encrypted before it is stored.
              </div>
            </div>
          </div>
        </Dropzone>
      )}
      <StorageUsed />
      {one ? null : (
        <Group gap="sm" mt="sm">
          {!versionOf && (
            <ChooseButton
              folder
              variant="default"
              onChosen={add}
              leftSection={<IconFolder size={16} aria-hidden="true" />}
            >
              Choose a folder
            </ChooseButton>
          )}
          <Button
            variant="default"
            leftSection={<IconCamera size={16} aria-hidden="true" />}
            onClick={() => setScan({ files: [], keys: [] })}
          >
            Scan with camera
          </Button>
          {images.length > 1 && !versionOf && (
            <Button
              variant="default"
              leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
              onClick={() =>
                setScan({ files: images.map(({ file }) => file), keys: images.map(({ key }) => key) })
              }
            >
              Make one PDF of these {images.length} images
            </Button>
          )}
        </Group>
      )}
      <Suspense>
        {scan && <ScanDialog first={scan.files} onMade={scanned} onClose={() => setScan(null)} />}
      </Suspense>
      <SkippedFiles skipped={skipped} onClose={() => setSkipped([])} />
      <UnfinishedUploads knows={actions.knows} onResume={actions.resume} />

      {keepsMatters(user) && !versionOf && (
        <MatterInput
          mt="md"
          maw="32rem"
          description="All files of this page go into it. A document is in one matter or in none."
          disabled={busy}
          known={matter}
          value={matter?.id ?? null}
          onChange={(id, name) => setMatter(id ? { id, name } : null)}
        />
      )}
      {keepsMatters(user) && matter && (
        <Box mt="md" maw="32rem">
          <MatterShared matterId={matter.id} />
        </Box>
      )}
      {count('ready') > 1 && (
        <ApplyToAll
          onApply={(details) => {
            for (const upload of uploads) if (upload.is === 'ready') actions.describe(upload.key, details)
          }}
        />
      )}
      {asking.length > 1 && (
        <div className={classes.duplicate}>
          <IconCopyCheck size={18} aria-hidden="true" />
          <div>You have {asking.length} of these files already, or chose them twice.</div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              for (const { key } of asking) actions.remove(key)
            }}
          >
            Leave these {asking.length} out
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              for (const { key } of asking) actions.want(key)
            }}
          >
            Store all {asking.length} anyway
          </Button>
        </div>
      )}
      <UploadSum uploads={uploads} busy={busy} onShowFailed={() => focusIn(0, 'button, input')} />
      {uploads.length > 0 && (
        <ul ref={list} className={classes.list} aria-label="Files">
          {shown.map((upload) => (
            <UploadItem
              key={upload.key}
              upload={upload}
              submitted={submitted}
              today={today}
              check={actions.checkOf(upload.key)}
              asks={actions.asks(upload)}
              onWant={() => actions.want(upload.key)}
              onShare={shareOf(upload)}
              onDescribe={(details) => actions.describe(upload.key, details)}
              onRetry={() => actions.retry(upload.key)}
              onReplace={(file) => actions.replace(upload, file)}
              onCancel={() => actions.cancel(upload)}
              onRemove={() => actions.remove(upload.key)}
            />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {toSend > 0 && (
          <Button onClick={start} leftSection={<IconUpload size={16} aria-hidden="true" />}>
            {failed === toSend
              ? `Try ${failed === 1 ? 'the failed upload' : `${failed} failed uploads`} again`
              : `Upload ${toSend === 1 ? 'document' : `${toSend} documents`}`}
          </Button>
        )}
        {stored.length > 1 && !busy && onShare && (
          <Button variant="default" onClick={() => onShare(stored)}>
            Share these {stored.length}
          </Button>
        )}
        {stored.length === 1 && !busy && (
          <Button component={Link} to={`/documents/${stored[0]?.id}`} variant="default">
            Open
          </Button>
        )}
        {done > 0 && !busy && (
          <Button component={Link} to={then.to} variant={toSend > 0 ? 'default' : 'filled'}>
            {then.label}
          </Button>
        )}
      </div>
    </>
  )
}

/** Shows one toast when the last file has finished, however many there were. */
function useFinishedToast(busy: boolean, done: number) {
  const before = useRef({ busy: false, done: 0 })
  useEffect(() => {
    if (before.current.busy && !busy) {
      const fresh = done - before.current.done
      if (fresh === 1) toast.success(success.uploaded)
      if (fresh > 1) toast.success(`${fresh} documents uploaded successfully`)
      before.current.done = done
    }
    before.current.busy = busy
  }, [busy, done])
}
