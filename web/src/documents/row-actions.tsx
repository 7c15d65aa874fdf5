import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { Loader } from '@mantine/core'
import {
  type Icon,
  IconArchive,
  IconArchiveOff,
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconPencil,
  IconShare,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ArchiveDialog } from './dialogs.ts'
import classes from './documents.module.css'
import { useDownload } from './download.ts'
import { useStatusActions } from './status-actions.tsx'

/**
 * A row's actions: Open, Share, Download and, last, that of its status (Confirm, Archive or Unarchive), as its `can` allows: each stands in the same
 * place in every row. They are text on a card, icons in a table.
 */
export function RowActions(props: {
  row: DocumentRow
  onShare: (row: DocumentRow) => void
  /** State: there is a link to the form that corrects the details. */
  corrects?: boolean
}) {
  const { row, onShare } = props
  const { mutate, isPending } = useDownload()
  const { confirm, unarchive } = useStatusActions()
  const [archiving, setArchiving] = useState(false)
  return (
    <>
      <Action icon={IconEye} label="Open" title={row.title} to={`/documents/${row.id}`} />
      {props.corrects && row.can.correct && (
        <Action
          icon={IconPencil}
          label="Correct"
          title={row.title}
          to={`/documents/${row.id}`}
          state={{ correct: true }}
        />
      )}
      {row.can.share && (
        <Action icon={IconShare} label="Share" title={row.title} onClick={() => onShare(row)} />
      )}
      {row.can.download && (
        <Action
          icon={IconDownload}
          label="Download"
          title={row.title}
          busy={isPending}
          onClick={() => mutate(row)}
        />
      )}
      {row.can.confirm && (
        <Action
          icon={IconCircleCheck}
          label="Confirm"
          title={row.title}
          busy={confirm.isPending}
          onClick={() => confirm.mutate([row])}
        />
      )}
      {row.can.archive && !row.can.confirm && (
        <Action icon={IconArchive} label="Archive" title={row.title} onClick={() => setArchiving(true)} />
      )}
      {row.can.unarchive && (
        <Action
          icon={IconArchiveOff}
          label="Unarchive"
          title={row.title}
          busy={unarchive.isPending}
          onClick={() => unarchive.mutate({ documents: [row] })}
        />
      )}
      {archiving && <ArchiveDialog documents={[row]} onClose={() => setArchiving(false)} />}
    </>
  )
}

function Action(props: {
  icon: Icon
  label: string
  title: string
  to?: string
  state?: object
  busy?: boolean
  onClick?: () => void
}) {
  const look = {
    className: classes.action ?? '',
    'aria-label': `${props.label} ${props.title}`,
    'data-hint': props.label,
  }
  const content = (
    <>
      {props.busy ? (
        <Loader size={16} color="gray" />
      ) : (
        <props.icon size={18} stroke={1.6} aria-hidden="true" />
      )}
      <span className={classes.actionLabel}>{props.label}</span>
    </>
  )
  return props.to ? (
    <Link to={props.to} state={props.state} {...look}>
      {content}
    </Link>
  ) : (
    <button type="button" disabled={props.busy} onClick={props.onClick} {...look}>
      {content}
    </button>
  )
}
