import { screen } from '@deedbox/contract/messages.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { ErrorState } from '../ui/states.tsx'
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
  if (list.isError && !rows)
    return <ErrorState title={screen.loadRequests} error={list.error} onRetry={list.refetch} />
  if (rows?.length === 0)
    return <p className={classes.quiet}>Nobody has asked for access to this document.</p>
  return (
    <>
      <ReviewTable label="Access requests" columns={shown} rows={rows} />
      {rows && (list.hasNextPage || list.error) && (
        <LoadMore
          shown={rows.length}
          total={list.data?.pages[0]?.total ?? rows.length}
          hasMore={list.hasNextPage}
          busy={list.isFetchingNextPage}
          error={list.error}
          onMore={list.fetchNextPage}
        />
      )}
    </>
  )
}
