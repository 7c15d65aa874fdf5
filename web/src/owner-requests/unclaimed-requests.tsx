import { countText } from '@deedbox/contract/counts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { OwnerRequestTable } from './owner-request-list.tsx'
import { useOwnerRequestList } from './queries.ts'

/**
 * List on a dashboard of the first owner requests that nobody has claimed, either those that the reader `sent` or all that they can see; nothing if
 * there are none. `all` is the page with the rest.
 */
export function UnclaimedRequests(props: {
  view: 'sent' | 'unclaimed'
  title: string
  lead: string
  all: string
  /** The part of the dashboard around it. */
  frame: ComponentType<{ title: string; lead: string; actions: ReactNode; children: ReactNode }>
}) {
  const { data } = useOwnerRequestList(props.view, { status: 'pending', limit: limits.dashboard.waiting })
  const page = data?.pages[0]
  if (!page || page.total === 0) return null
  return (
    <props.frame
      title={props.title}
      lead={props.lead}
      actions={page.total > page.requests.length && <Link to={props.all}>All {countText(page.total)}</Link>}
    >
      <OwnerRequestTable view={props.view} rows={page.requests} label={props.title} />
    </props.frame>
  )
}
