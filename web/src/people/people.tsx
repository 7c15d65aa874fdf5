import { isRole, roleShortLabel, roles } from '@deedbox/contract/permissions.ts'
import { userSorts } from '@deedbox/contract/sorts.ts'
import { Alert, Anchor, Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconHourglass, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../lib/api.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { FilterButton } from '../ui/filter-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import classes from './people.module.css'
import { PeopleTable } from './people-table.tsx'

/** /admin/users: find people, confirm trustees, invite, change roles, set when a guest's access ends, see reports, block. */
export function People() {
  const [query, setQuery] = useSearchParams()
  const [inviting, setInviting] = useState(false)
  const search = query.get('search') ?? ''
  const role = query.get('role') ?? ''
  const unconfirmed = query.get('confirmed') === 'false'
  const reported = query.get('reported') === 'true'

  const set = useCallback(
    (name: string, value: string) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setQuery],
  )
  const onSearch = useCallback((text: string) => set('search', text), [set])

  const [sorting, setSorting] = useSorting(userSorts, 'createdAt')
  const order = { sort: sorting.by, direction: sorting.direction }
  const list = useInfiniteQuery({
    queryKey: ['users', { search, role, unconfirmed, reported, ...order }],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/users', {
        query: {
          search,
          ...order,
          ...(isRole(role) ? { role } : {}),
          ...(unconfirmed ? { confirmed: 'false' as const } : {}),
          ...(reported ? { reported: 'true' as const } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap(({ users }) => users)
  const total = list.data?.pages[0]?.total ?? 0
  const waiting = list.data?.pages[0]?.waiting ?? 0
  const active = [search, role, unconfirmed, reported].filter(Boolean).length
  const clear = () => setQuery({}, { replace: true, preventScrollReset: true })

  return (
    <>
      <PageHeader
        title="Users"
        lead="Everyone with an account in this deployment."
        actions={
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden="true" />}
            onClick={() => setInviting(true)}
          >
            Invite a person
          </Button>
        }
      />
      {waiting > 0 && !unconfirmed && (
        <Alert color="amber" icon={<IconHourglass />} mb="md">
          {waiting === 1
            ? '1 trustee is waiting for confirmation.'
            : `${waiting} trustees are waiting for confirmation.`}{' '}
          <Anchor component={Link} to="?confirmed=false" inherit c="inherit" td="underline">
            See who
          </Anchor>
        </Alert>
      )}
      <search className={classes.filters}>
        <SearchField
          aria-label="Search people"
          placeholder="Name or email"
          value={search}
          onSearch={onSearch}
          className={classes.search ?? ''}
        />
        <FilterButton active={active} onClear={clear}>
          <NativeSelect
            label="Role"
            value={role}
            onChange={(event) => set('role', event.currentTarget.value)}
            data={[
              { value: '', label: 'All roles' },
              ...roles.map((value) => ({ value, label: roleShortLabel(value) })),
            ]}
            data-autofocus
          />
          <Checkbox
            label="Only unconfirmed"
            checked={unconfirmed}
            onChange={(event) => set('confirmed', event.currentTarget.checked ? 'false' : '')}
          />
          <Checkbox
            label="Only reported"
            checked={reported}
            onChange={(event) => set('reported', event.currentTarget.checked ? 'true' : '')}
          />
        </FilterButton>
        <span className={classes.total} role="status">
          {rows && `${rows.length.toLocaleString('en-AU')} of ${total.toLocaleString('en-AU')}`}
        </span>
      </search>
      {list.error && !rows ? (
        <ErrorState title="Failed to load users" error={list.error} onRetry={list.refetch} />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={IconUsers}
          title={active > 0 ? 'Nobody matches' : 'Nobody here yet'}
          action={
            active > 0 ? (
              <Button variant="default" onClick={clear}>
                Clear the filters
              </Button>
            ) : (
              <Button onClick={() => setInviting(true)}>Invite a person</Button>
            )
          }
        >
          {active > 0
            ? 'No account matches this search and these filters.'
            : 'People appear here once they have signed up or accepted an invitation.'}
        </EmptyState>
      ) : (
        <PeopleTable rows={rows} sorting={sorting} onSort={setSorting} />
      )}
      {list.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Load More
          </Button>
        </div>
      )}
      <Invitations />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}
