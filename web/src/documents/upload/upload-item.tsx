import { type DetailName, detailNames, signingDetails } from '@deedbox/contract/document-details.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { Button, CloseButton, Progress } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconFile, IconLock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { DetailFields } from '../detail-fields.tsx'
import type { DayName, DetailValues } from '../detail-values.ts'
import { ChooseButton } from './choose-button.tsx'
import { DuplicateNotice } from './duplicate-notice.tsx'
import type { Check } from './duplicates.ts'
import { speedOf, timeLeftText } from './progress.ts'
import { dayRule, readDetails } from './send.ts'
import { SuggestedKind } from './suggested-kind.tsx'
import classes from './upload.module.css'
import { sendable, type Upload } from './use-uploads.ts'

type Props = {
  upload: Upload
  /** Check of its content, and whether the person is asked about it. */
  check: Check | undefined
  asks: boolean
  onWant: () => void
  /** Opens the dialog for sharing, for people who may share. */
  onShare: (() => void) | undefined
  /** State: the person has pressed Upload once, so missing details are shown. */
  submitted: boolean
  today: string
  onDescribe: (details: Partial<DetailValues>) => void
  onRetry: () => void
  onReplace: (file: File) => void
  onCancel: () => void
  onRemove: () => void
}

/** A file of the upload page: its details, progress and result. */
export function UploadItem(props: Props) {
  const { upload } = props
  const editable = upload.is === 'ready' || upload.is === 'failed'
  return (
    <li className={classes.item} data-is={upload.is}>
      <div className={classes.head}>
        <IconFile size={18} stroke={1.5} aria-hidden="true" />
        <span className={classes.name}>{upload.file.name}</span>
        <span className={classes.size}>{fileSize(upload.file.size)}</span>
        {(editable || upload.is === 'refused') && (
          <CloseButton aria-label={`Remove ${upload.file.name}`} onClick={props.onRemove} />
        )}
      </div>
      {upload.is === 'refused' && <Fault>{upload.reason}</Fault>}
      {upload.is === 'failed' && (
        <Fault title={screen.uploadFailed} action={<Again {...props} />}>
          {upload.code === 'file-infected' ? `${upload.reason} ${screen.infected}` : upload.reason}
        </Fault>
      )}
      {editable && (
        <DuplicateNotice
          name={upload.file.name}
          check={props.check}
          asks={props.asks}
          onLeaveOut={props.onRemove}
          onWant={props.onWant}
        />
      )}
      {editable && <Fields {...props} fields={upload.is === 'failed' ? upload.fields : {}} />}
      {editable && <SuggestedKind {...upload} onDescribe={props.onDescribe} />}
      {(upload.is === 'waiting' || upload.is === 'sending') && (
        <Going upload={upload} check={props.check} onCancel={props.onCancel} />
      )}
      {upload.is === 'done' && (
        <div className={classes.done}>
          <IconCircleCheck size={18} aria-hidden="true" />
          <span>
            {success.uploaded}: <Link to={`/documents/${upload.documentId}`}>{upload.details.title}</Link>
          </span>
          {props.onShare && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Share ${upload.details.title}`}
              onClick={props.onShare}
            >
              Share
            </Button>
          )}
        </div>
      )}
      {upload.is === 'done' && upload.locked && (
        <p className={classes.locked} role="status">
          <IconLock size={16} aria-hidden="true" /> This PDF has a password. It is stored as it is: readers
          need its password, and its words cannot be searched.
        </p>
      )}
    </li>
  )
}

function Fault(props: { title?: string; children: string; action?: ReactNode }) {
  return (
    <div className={classes.fault} role="alert">
      <IconAlertCircle size={18} aria-hidden="true" />
      <div>
        {props.title && <strong>{props.title}. </strong>}
        {props.children}
      </div>
      {props.action}
    </div>
  )
}

/** Buttons for an upload that failed. */
function Again({ upload, onRetry, onReplace }: Props) {
  const { name } = upload.file
  if (sendable(upload))
    return (
      <Button size="compact-sm" variant="default" aria-label={`Try again: ${name}`} onClick={onRetry}>
        Try again
      </Button>
    )
  return (
    <ChooseButton
      size="compact-sm"
      variant="default"
      aria-label={`Choose another file: ${name}`}
      onChosen={([file]) => file && onReplace(file)}
    >
      Choose another file
    </ChooseButton>
  )
}

function Fields({
  upload,
  submitted,
  today,
  fields,
  onDescribe,
}: Props & { fields: Record<string, string> }) {
  const { details } = upload
  const [problems, setProblems] = useState<Partial<Record<DayName, string | null>>>({})
  const read = readDetails(details, today)
  const faults = submitted && 'faults' in read ? read.faults : {}
  const errorOf = (name: DetailName) => fields[name] ?? faults[name]
  return (
    <div className={classes.fields}>
      <DetailFields
        names={detailNames}
        values={details}
        faulty={signingDetails.some((name) => errorOf(name))}
        held={(name) => ({
          value: details[name],
          error: errorOf(name),
          onChange: (value) => onDescribe({ [name]: value ?? '' }),
        })}
        day={(name) => ({
          value: details[name],
          rule: dayRule(name, today),
          error: errorOf(name) ?? problems[name],
          onLeave: (problem) => setProblems({ ...problems, [name]: problem }),
          onChange: (day) => {
            setProblems({ ...problems, [name]: null })
            onDescribe({ [name]: day })
          },
        })}
      />
    </div>
  )
}

function Going({ upload, check, onCancel }: Pick<Props, 'upload' | 'check' | 'onCancel'>) {
  const { size } = upload.file
  const loaded = upload.is === 'sending' ? upload.loaded : 0
  const storing = upload.is === 'sending' && (loaded >= size || upload.wait === 'storing')
  const percent = Math.min(100, Math.floor((loaded / size) * 100))
  return (
    <div className={classes.going}>
      <Progress.Root size="md" className={classes.bar}>
        <Progress.Section
          value={percent}
          aria-label={`Upload of ${upload.file.name}`}
          animated={storing}
          striped={storing}
        />
      </Progress.Root>
      <span className={classes.figures}>{figures(upload, loaded, percent, check)}</span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Cancel the upload of ${upload.file.name}`}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </div>
  )
}

function figures(upload: Upload, loaded: number, percent: number, check?: Check): string {
  if (upload.is !== 'sending')
    return check?.is === 'checking' ? 'Looking whether you have it already…' : 'Waiting to upload'
  if (upload.wait === 'away')
    return `${percent} % · The connection is away. The upload goes on by itself when it is back.`
  if (loaded >= upload.file.size) return '100 % · encrypting and storing…'
  const speed = speedOf(upload.samples)
  if (!speed) return `${percent} %`
  return `${percent} % · ${fileSize(Math.round(speed))}/s · ${timeLeftText(upload.file.size - loaded, speed)}`
}
