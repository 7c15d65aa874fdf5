import type { PeopleFilter } from '@deedbox/contract/people.ts'
import { userSorts } from '@deedbox/contract/sorts.ts'
import { Alert, Anchor, Button } from '@mantine/core'
import { IconHourglass, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { ExportButton } from './export-button.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import classes from './people.module.css'
import { PeopleFilters } from './people-filter.tsx'
import { PeopleTable } from './people-table.tsx'
import { usePeopleFilter } from './use-people-filter.ts'

/** A list of people with all that can be done for them; the server decides whom the caller sees. `base`: its address. */
export function People({ base, title, lead }: { base: string; title: string; lead: ReactNode }) {
  const [inviting, setInviting] = useState(false)
  const { filter, active, set, clear } = usePeopleFilter()
  const onSearch = useCallback((text: string) => set('search', text), [set])
  const [sorting, setSorting] = useSorting(userSorts, 'createdAt')
  const list = usePeople(filter, { sort: sorting.by, direction: sorting.direction })
  const rows = list.data?.pages.flatMap(({ users }) => users)
  const first = list.data?.pages[0]
  const waiting = first?.waiting ?? 0

  return (
    <>
      <PageHeader
        title={title}
        lead={lead}
        actions={
          <>
            <ExportButton filter={filter} />
            <Button
              leftSection={<IconUserPlus size={18} aria-hidden="true" />}
              onClick={() => setInviting(true)}
            >
              Invite a person
            </Button>
          </>
        }
      />
      {waiting > 0 && filter.status !== 'unconfirmed' && (
        <Alert color="amber" icon={<IconHourglass />} mb="md">
          {waiting === 1
            ? '1 trustee is waiting for confirmation.'
            : `${waiting} trustees are waiting for confirmation.`}{' '}
          <Anchor component={Link} to="?status=unconfirmed" inherit c="inherit" td="underline">
            See who
          </Anchor>
        </Alert>
      )}
      <search className={classes.filters}>
        <SearchField
          aria-label="Search people"
          placeholder="Name or email"
          value={filter.search ?? ''}
          onSearch={onSearch}
          className={classes.search ?? ''}
        />
        <PeopleFilters filter={filter} active={active} onSet={set} onClear={clear} />
      </search>
      {list.error && !rows ? (
        <ErrorState title="Failed to load users" error={list.error} onRetry={list.refetch} />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={IconUsers}
          title={active > 0 ? 'Nobody matches' : 'Nobody here yet'}
          action={
            active > 0 && (
              <Button variant="default" onClick={clear}>
                Clear the filters
              </Button>
            )
          }
        >
          {active > 0
            ? 'No account matches this search and these filters.'
            : 'People appear here once they have signed up or accepted an invitation.'}
        </EmptyState>
      ) : (
        <PeopleTable base={base} rows={rows} sorting={sorting} onSort={setSorting} />
      )}
      {rows && rows.length > 0 && (
        <LoadMore
          shown={rows.length}
          total={first?.total ?? rows.length}
          hasMore={list.hasNextPage}
          busy={list.isFetchingNextPage}
          error={list.error}
          onMore={list.fetchNextPage}
        />
      )}
      <Invitations />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

type Order = { sort: (typeof userSorts)[number]; direction: 'asc' | 'desc' }

const usePeople = (filter: PeopleFilter, order: Order) =>
  useInfiniteQuery({
    queryKey: ['users', { ...filter, ...order }],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/users', {
        query: { ...filter, ...order, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
