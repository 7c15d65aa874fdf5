import { screen } from '@deedbox/contract/messages.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { PagedList } from '../ui/paged-list.tsx'
import classes from './access.module.css'
import { GrantTable } from './grant-table.tsx'

/** Shows who can open the documents of a client or a matter now, and until when, the next end first; with Renew and Revoke. */
export function AccessOf({ of }: { of: { client: string } | { matter: string } }) {
  const list = useInfiniteQuery({
    queryKey: ['access', 'of', of],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/access', {
        query: {
          ...{ scope: 'handled', view: 'active', sort: 'endsAt', direction: 'asc', limit: 20 },
          ...of,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap(({ grants }) => grants)
  return (
    <PagedList
      list={list}
      rows={rows}
      failure={screen.loadAccess}
      empty={<p className={classes.quiet}>Nobody else has access to these documents now.</p>}
      more="needed"
    >
      <GrantTable label="Who has access" rows={rows} />
    </PagedList>
  )
}
