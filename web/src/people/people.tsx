import type { PeopleFilter, UserRow } from '@deedbox/contract/people.ts'
import { userSorts } from '@deedbox/contract/sorts.ts'
import { Alert, Anchor, Button } from '@mantine/core'
import { IconFileImport, IconHourglass, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import { useSelection } from '../ui/use-selection.ts'
import { useWholeList } from '../ui/use-whole-list.ts'
import { useChosenPeople } from './chosen-actions.tsx'
import { ExportButton } from './export-button.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import classes from './people.module.css'
import { PeopleFilters } from './people-filter.tsx'
import { PeopleTable, peopleOrders } from './people-table.tsx'
import { fullName } from './person-status.tsx'
import { usePeopleFilter } from './use-people-filter.ts'

/** A list of people with all actions; the server decides whom the caller sees. `base`: its address. */
export function People({ base, title, lead }: { base: string; title: string; lead: ReactNode }) {
  const [inviting, setInviting] = useState(false)
  const { filter, active, set, clear } = usePeopleFilter()
  const onSearch = useCallback((text: string) => set('search', text), [set])
  const [sorting, setSorting] = useSorting(userSorts, 'createdAt')
  const list = usePeople(filter, { sort: sorting.by, direction: sorting.direction })
  const rows = useMemo(() => list.data?.pages.flatMap(({ users }) => users), [list.data])
  const chosen = useSelection(rows, idOf)
  const whole = useWholeList(list, rows, chosen.selection)
  const { actions, dialog } = useChosenPeople()
  const first = list.data?.pages[0]
  const waiting = first?.waiting ?? 0

  return (
    <>
      <PageHeader
        list
        title={title}
        lead={lead}
        actions={
          <>
            <ExportButton filter={filter} />
            <Button
              component={Link}
              to={`${base}/import`}
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden="true" />}
            >
              Import CSV
            </Button>
          </>
        }
        primary={
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden="true" />}
            onClick={() => setInviting(true)}
          >
            Invite<span data-long>&nbsp;a person</span>
          </Button>
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
        <PeopleFilters
          filter={filter}
          active={active}
          order={{ label: 'Users', choices: peopleOrders, sorting, onSort: setSorting }}
          onSet={set}
          onClear={clear}
        />
      </search>
      <PagedList
        list={list}
        rows={rows}
        failure="Failed to load users"
        empty={<Nobody filtered={active > 0} onClear={clear} />}
      >
        <PeopleTable
          base={base}
          rows={rows}
          sorting={sorting}
          onSort={setSorting}
          choosing={{
            selection: chosen.selection,
            nameOf: fullName,
            bar: <SelectionBar {...chosen} nameOf={fullName} actions={actions} whole={whole} />,
          }}
        />
      </PagedList>
      <Invitations />
      {dialog}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

const idOf = ({ id }: UserRow) => id

function Nobody({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <NoMatch title="Nobody matches" onClear={onClear} />
  return (
    <EmptyState icon={IconUsers} title="Nobody here yet">
      People appear here once they have signed up or accepted an invitation.
    </EmptyState>
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
