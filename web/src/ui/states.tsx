import { Button } from '@mantine/core'
import { type Icon, IconAlertCircle, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../lib/api.ts'
import classes from './states.module.css'

/** An empty list: what will appear here, and the next step. */
export function EmptyState(props: { icon: Icon; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.state}>
      <props.icon size={36} stroke={1.3} aria-hidden="true" />
      <p className={classes.title}>{props.title}</p>
      {props.children && <div className={classes.text}>{props.children}</div>}
      {props.action}
    </div>
  )
}

/** A list in which nothing matches its filters, which can be cleared here. */
export const NoMatch = ({ title, onClear }: { title: string; onClear: () => void }) => (
  <EmptyState
    icon={IconSearchOff}
    title={title}
    action={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    Nothing that you can see matches this search and these filters.
  </EmptyState>
)

/** Failure with its reason, and a button to try again. `title` is the specification's 'Failed to …'. */
export function ErrorState(props: { title: string; error: unknown; onRetry: () => void }) {
  const requestId = props.error instanceof ApiError ? props.error.requestId : null
  return (
    <div className={classes.state} role="alert">
      <IconAlertCircle size={36} stroke={1.3} className={classes.bad} aria-hidden="true" />
      <p className={classes.title}>{props.title}</p>
      <div className={classes.text}>
        {messageOf(props.error)}
        {requestId && <div className={classes.small}>Request {requestId}</div>}
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        onClick={() => props.onRetry()}
      >
        Try again
      </Button>
    </div>
  )
}
