import { type SignInRow, signInMethods, signInResults } from '@deedbox/contract/security.ts'
import { Skeleton } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../lib/api.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { placeText } from './from.tsx'
import { SecurityItem, SecurityList } from './security-list.tsx'
import { SecurityPart } from './security-part.tsx'

/** Sign-ins to the account, failed ones included, ten at a time. */
export function SignInsPart() {
  const part = useRef<HTMLDivElement>(null)
  const list = useInfiniteQuery({
    queryKey: ['security', 'sign-ins'],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/sign-ins', { query: { limit: 10, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = list.data?.pages.flatMap(({ signIns }) => signIns)
  return (
    <SecurityPart
      title="Recent sign-ins"
      lead="Also those that failed. If you do not recognise one that worked, change your password."
    >
      {list.error && !rows && (
        <ErrorState title="Failed to load sign-ins" error={list.error} onRetry={list.refetch} />
      )}
      {!rows && !list.error && <Skeleton height={64} mt="md" />}
      {rows?.length === 0 && <p>None yet.</p>}
      {rows && rows.length > 0 && (
        <div ref={part}>
          <SecurityList label="Recent sign-ins">
            {rows.map((row) => (
              <SignInItem key={row.id} row={row} />
            ))}
          </SecurityList>
          {(list.hasNextPage || list.isFetchNextPageError) && (
            <LoadMore
              shown={rows.length}
              hasMore={list.hasNextPage}
              busy={list.isFetchingNextPage}
              error={list.isFetchNextPageError && list.error}
              onMore={async () => {
                const result = await list.fetchNextPage()
                // Focus on the list, as the button disappears with the last page.
                if (!result.hasNextPage) part.current?.querySelector('ul')?.focus({ preventScroll: true })
                return result
              }}
            />
          )}
        </div>
      )}
    </SecurityPart>
  )
}

const worked = ({ result }: SignInRow) => ['signed-in', 'first-step', 'factor-passed'].includes(result)

const SignInItem = ({ row }: { row: SignInRow }) => (
  <SecurityItem
    icon={worked(row) ? IconCheck : IconX}
    name={signInResults[row.result]}
    mark={row.method && <span>({signInMethods[row.method] ?? row.method})</span>}
  >
    <div>
      <When at={row.at} />
    </div>
    <div>{[row.device, placeText(row)].filter(Boolean).join(' · ')}</div>
  </SecurityItem>
)
