import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { UserDetail } from '@deedbox/contract/people.ts'
import { accessReasons } from '@deedbox/contract/people-terms.ts'
import { IconFileOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { holds, useUser } from '../lib/session.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { EmptyState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './people.module.css'

type Row = Answer<'GET /api/users/:userId/documents'>['documents'][number]

const title: Column<Row> = {
  heading: 'Document',
  kind: 'main',
  cell: (row) => <Cut text={row.title} to={`/documents/${row.id}`} />,
}
const client: Column<Row> = {
  heading: 'Client',
  minor: true,
  cell: ({ clientName }) => (clientName ? <Cut text={clientName} /> : '–'),
}
const uploaded: Column<Row> = {
  heading: 'Uploaded',
  width: '9rem',
  minor: true,
  cell: ({ uploadedAt }) => <WhenStacked at={uploadedAt} />,
}
const owner: Column<Row> = {
  heading: 'Owner',
  minor: true,
  cell: ({ ownerName }) => <Cut text={ownerName} />,
}
const why: Column<Row> = {
  heading: 'Why',
  width: '30%',
  cell: ({ reasons, grant }) => (
    <Stacked
      text={reasons.map((reason) => accessReasons[reason]).join('; ')}
      small={
        grant && reasons.includes('grant')
          ? `By ${grant.grantedByName}, ${accessLevelLabels[grant.accessLevel].toLowerCase()}`
          : []
      }
    />
  ),
}
const until: Column<Row> = {
  heading: 'Access ends',
  width: '9rem',
  cell: ({ reasons, grant }) =>
    reasons.length === 1 && grant?.endsAt && reasons[0] === 'grant' ? <WhenStacked at={grant.endsAt} /> : '–',
}

const columns = { open: [title, why, until, owner, uploaded], own: [title, client, uploaded] }
const labels = { open: 'Documents they can open', own: 'Documents they own' }

/** The documents that a person can open and why, or those they own. */
export function PersonDocuments({ user, view }: { user: UserDetail; view: 'open' | 'own' }) {
  const everyone = holds(useUser(), 'canManageSystem')
  const list = useInfiniteQuery({
    queryKey: ['users', user.id, 'documents', view],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/users/:userId/documents', {
        params: { userId: user.id },
        query: { view, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = list.data?.pages.flatMap(({ documents }) => documents)
  return (
    <>
      {!everyone && <p className={classes.small}>Only documents that you can see yourself are listed.</p>}
      <PagedList
        list={list}
        rows={rows}
        failure="Failed to load documents"
        empty={
          <EmptyState
            icon={IconFileOff}
            title={view === 'own' ? 'They own no documents' : 'They cannot open any document'}
          >
            {view === 'open' && user.deactivated && 'Nobody can open anything while they are deactivated.'}
          </EmptyState>
        }
      >
        <DataTable label={labels[view]} columns={columns[view]} rows={rows} rowKey={({ id }) => id} />
      </PagedList>
    </>
  )
}
