import { IconLock, IconVersions } from '@tabler/icons-react'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { Cut } from './cut.tsx'
import { DocumentStatus } from './document-status.tsx'
import classes from './stacked.module.css'
import { StatusBadge } from './status-badge.tsx'

/** A document's title in a list, with its status below unless it is active, or that it is locked, or an earlier version; beside the title it would take its room. */
export function DocumentTitle(props: {
  title: string
  to: string
  status: string
  lockedSince?: string | null
  earlier?: boolean
}) {
  const { timeZone } = useDeployment()
  const title = <Cut text={props.title} to={props.to} />
  if (props.status === 'active' && !props.lockedSince && !props.earlier) return title
  return (
    <div className={classes.titled}>
      {title}
      {props.lockedSince ? (
        <StatusBadge tone="bad" icon={IconLock} small>
          Locked since {dateText(props.lockedSince, timeZone)}
        </StatusBadge>
      ) : (
        props.status !== 'active' && <DocumentStatus status={props.status} small />
      )}
      {props.earlier && (
        <StatusBadge tone="quiet" icon={IconVersions} small>
          Earlier version
        </StatusBadge>
      )}
    </div>
  )
}
