import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { GrantRow } from '@deedbox/contract/grants.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { accessSorts } from '@deedbox/contract/sorts.ts'
import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconKey, IconSearchOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { dateText } from '../lib/format.ts'
import { endOf } from '../lib/grant-end.ts'
import { holds, useDeployment, useUser } from '../lib/session.ts'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { AccessBadge, AccessEnds } from '../ui/access-ends.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DocumentStatus } from '../ui/document-status.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { OwnGrantActions } from './own-grant-actions.tsx'
import { useOwnAccess } from './queries.ts'
import classes from './requests.module.css'

const columns: Column<GrantRow>[] = [
  {
    heading: 'Document',
    kind: 'main',
    sort: 'documentTitle',
    cell: (row) => (
      <div className={classes.stacked}>
        <Cut text={row.documentTitle} to={`/documents/${row.documentId}`} />
        {row.clientName && (
          <div className={classes.small}>
            <Cut text={row.clientName} />
          </div>
        )}
        {row.documentStatus === 'archived' && <DocumentStatus status="archived" small />}
      </div>
    ),
  },
  {
    heading: 'Level',
    width: '10.5rem',
    sort: 'accessLevel',
    cell: ({ accessLevel }) => accessLevelLabels[accessLevel],
  },
  {
    heading: 'Granted by',
    sort: 'grantedByName',
    width: '13%',
    minor: true,
    cell: ({ grantedByName }) => <Cut text={grantedByName} />,
  },
  {
    heading: 'Granted',
    kind: 'number',
    sort: 'grantedAt',
    width: '8rem',
    minor: true,
    cell: ({ grantedAt }) => <WhenStacked at={grantedAt} />,
  },
  {
    heading: 'Ends',
    kind: 'number',
    sort: 'endsAt',
    width: '15.5rem',
    cell: (row) => {
      const end = endOf(row)
      return end ? (
        <span className={classes.dated}>
          <AccessBadge at={end} />
          <AccessEnds at={end} />
        </span>
      ) : (
        '—'
      )
    },
  },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '16.5rem',
    cell: (row) => (
      <>
        <Button component={Link} to={`/documents/${row.documentId}`} size="compact-sm" variant="subtle">
          View<VisuallyHidden> {row.documentTitle}</VisuallyHidden>
        </Button>
        <OwnGrantActions grant={{ ...row, endsAt: endOf(row) }} />
      </>
    ),
  },
]

/** My Access: documents shared with the reader, ending soonest first, with Extend and Remove. */
export function OwnAccess() {
  const [search, setSearch] = useParam('search')
  const [sorting, setSorting] = useSorting(accessSorts, 'endsAt')
  const [until, setUntil] = useParam('endsUntil')
  const { timeZone } = useDeployment()
  const endsUntil = /^\d{4}-\d{2}-\d{2}$/.test(until) ? until : undefined
  const asks = holds(useUser(), 'canRequestAccess')
  const list = useOwnAccess(search, endsUntil, { sort: sorting.by, direction: sorting.direction })
  const rows = list.data?.pages.flatMap(({ grants }) => grants)
  if (rows?.length === 0 && search === '' && !endsUntil)
    return (
      <EmptyState
        icon={IconKey}
        title="No access yet"
        action={
          asks && (
            <Button component={Link} to="/requestor/documents?tab=request-access" variant="default">
              Request Access
            </Button>
          )
        }
      >
        Documents that a trustee shares with you are listed here, with the time left.
      </EmptyState>
    )
  return (
    <>
      <search className={classes.tools}>
        <SearchField
          className={classes.search ?? ''}
          aria-label="Search my access"
          placeholder="Search title, client, owner or file name"
          value={search}
          onSearch={setSearch}
        />
        {list.isPlaceholderData && <Loader size="xs" m="auto 0" role="status" aria-label="Searching" />}
      </search>
      {endsUntil && (
        <p className={classes.quiet}>
          Only what ends by {dateText(endsUntil, timeZone)}.{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setUntil('')}>
            Show all
          </Button>
        </p>
      )}
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadAccess}
        empty={
          <EmptyState
            icon={IconSearchOff}
            title="No access matches"
            action={
              <Button variant="default" onClick={() => (search ? setSearch('') : setUntil(''))}>
                {search ? 'Clear the search' : 'Show all'}
              </Button>
            }
          />
        }
      >
        <DataTable
          label="My Access"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
        />
      </PagedList>
    </>
  )
}
