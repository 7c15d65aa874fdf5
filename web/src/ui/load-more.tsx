import { countText } from '@deedbox/contract/counts.ts'
import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { messageOf } from '../lib/api.ts'
import classes from './load-more.module.css'
import { totalText } from './total.ts'

/** Line below a list that is paged by key: 'Showing 50 of 1,234' (or 'of more than 10,000') and the button that appends the next ones. */
export function LoadMore(props: {
  shown: number
  total?: number
  totalIsMore?: boolean | undefined
  hasMore: boolean
  busy: boolean
  error: unknown
  onMore: () => Promise<{ hasNextPage: boolean }>
}) {
  const count = useRef<HTMLParagraphElement>(null)
  const more = async () => {
    const { hasNextPage } = await props.onMore()
    // Focus here, as the button disappears with the last page.
    if (!hasNextPage) count.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.more}>
      {props.total !== undefined && (
        <Text ref={count} size="sm" c="dimmed" role="status" tabIndex={-1}>
          Showing {countText(props.shown)} of{' '}
          {totalText({ total: props.total, totalIsMore: props.totalIsMore })}
        </Text>
      )}
      {Boolean(props.error) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {messageOf(props.error)}
        </Text>
      )}
      {props.hasMore && (
        <Button variant="default" loading={props.busy} onClick={more}>
          {props.error ? 'Try again' : 'Load More'}
        </Button>
      )}
    </div>
  )
}
