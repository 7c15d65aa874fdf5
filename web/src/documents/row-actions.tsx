import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { Loader } from '@mantine/core'
import { type Icon, IconDownload, IconEye, IconShare } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './documents.module.css'
import { useDownload } from './download.ts'

/** A row's actions: Open, Share and Download, as its `can` allows. Text on a card, icons in a table. */
export function RowActions({ row, onShare }: { row: DocumentRow; onShare: (row: DocumentRow) => void }) {
  const { mutate, isPending } = useDownload()
  return (
    <>
      <Action icon={IconEye} label="Open" title={row.title} to={`/documents/${row.id}`} />
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
    </>
  )
}

function Action(props: {
  icon: Icon
  label: string
  title: string
  to?: string
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
    <Link to={props.to} {...look}>
      {content}
    </Link>
  ) : (
    <button type="button" disabled={props.busy} onClick={props.onClick} {...look}>
      {content}
    </button>
  )
}
