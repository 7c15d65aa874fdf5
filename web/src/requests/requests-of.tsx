import { screen } from '@deedbox/contract/messages.ts'
import type { RequestStatus } from '@deedbox/contract/request-terms.ts'
import { PagedList } from '../ui/paged-list.tsx'
import * as columns from './columns.tsx'
import { useRequests } from './queries.ts'
import classes from './requests.module.css'
import { ReviewTable } from './review-table.tsx'

const shown = [
  columns.documentColumn,
  columns.requesterColumn,
  columns.askedForColumn,
  columns.askedColumn,
  columns.statusColumn,
]

/** The requests that concern a client or a matter, newest first, with Approve and Deny for reviewers; `empty` is said where there is none. */
export function RequestsOf(props: {
  of: { client: string } | { matter: string; status: RequestStatus }
  view: 'own' | 'review' | 'organization'
  empty: string
}) {
  const list = useRequests({ view: props.view, ...props.of, limit: 10 })
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  return (
    <PagedList
      list={list}
      rows={rows}
      failure={screen.loadRequests}
      empty={<p className={classes.quiet}>{props.empty}</p>}
      more="needed"
    >
      <ReviewTable label="Requests" columns={shown} rows={rows} />
    </PagedList>
  )
}
