import { screen } from '@deedbox/contract/messages.ts'
import { PagedList } from '../ui/paged-list.tsx'
import * as columns from './columns.tsx'
import { useRequests } from './queries.ts'
import classes from './requests.module.css'
import { ReviewTable } from './review-table.tsx'

const shown = [
  columns.requesterMainColumn,
  columns.askedForColumn,
  columns.askedColumn,
  columns.statusColumn,
  { ...columns.decisionColumn, minor: true },
]

/** The requests for a document, newest first, with Approve and Deny for reviewers. */
export function DocumentRequests({ documentId }: { documentId: string }) {
  const list = useRequests({ view: 'review', documentId, limit: 10 })
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  return (
    <PagedList
      list={list}
      rows={rows}
      failure={screen.loadRequests}
      empty={<p className={classes.quiet}>Nobody has asked for access to this document.</p>}
      more="needed"
    >
      <ReviewTable label="Access requests" columns={shown} rows={rows} />
    </PagedList>
  )
}
