import { limits } from '@deedbox/contract/limits.ts'
import { Title } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import { OwnerRequestTable } from './owner-request-list.tsx'
import classes from './owner-requests.module.css'
import { useOwnerRequestList } from './queries.ts'

/**
 * On a dashboard: the first owner requests that nobody has claimed, either those that the reader `sent` or all that they
 * can see. Shows nothing when there are none. `all` is the page with the rest.
 */
export function UnclaimedRequests(props: {
  view: 'sent' | 'unclaimed'
  title: string
  lead: string
  all: string
}) {
  const heading = useId()
  const { data } = useOwnerRequestList(props.view, { status: 'pending', limit: limits.dashboard.waiting })
  const page = data?.pages[0]
  if (!page || page.total === 0) return null
  return (
    <section aria-labelledby={heading} className={classes.section}>
      <div className={classes.heading}>
        <Title order={2} size="h4" id={heading}>
          {props.title}
        </Title>
        {page.total > page.requests.length && (
          <Link to={props.all}>All {page.total.toLocaleString('en-AU')}</Link>
        )}
      </div>
      <p className={classes.lead}>{props.lead}</p>
      <OwnerRequestTable view={props.view} rows={page.requests} label={props.title} />
    </section>
  )
}
