import { screen } from '@deedbox/contract/messages.ts'
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

/** The requests that name a client or are for their documents, newest first, with Approve and Deny for reviewers. */
export function ClientRequests(props: { name: string; view: 'own' | 'review' | 'organization' }) {
  const list = useRequests({ view: props.view, client: props.name, limit: 10 })
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  return (
    <PagedList
      list={list}
      rows={rows}
      failure={screen.loadRequests}
      empty={<p className={classes.quiet}>No request names this client or asks for their documents.</p>}
      more="needed"
    >
      <ReviewTable label="Requests" columns={shown} rows={rows} />
    </PagedList>
  )
}
