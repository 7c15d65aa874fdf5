import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { IconUsers } from '@tabler/icons-react'
import type { Answer } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { useMembers } from './queries.ts'

type Row = Answer<'GET /api/users'>['users'][number]

const columns: Column<Row>[] = [
  {
    heading: 'Name',
    kind: 'main',
    cell: ({ id, firstName, lastName, email }) => (
      <Cut text={`${firstName} ${lastName}`.trim() || email} to={`/admin/users/${id}`} />
    ),
  },
  { heading: 'Email', width: '28%', cell: ({ email }) => <Cut text={email} /> },
  {
    heading: 'Role',
    width: '10rem',
    cell: ({ role, professionalType }) => <Cut text={roleShortLabel(role, professionalType)} />,
  },
  {
    heading: 'Account',
    width: '8rem',
    cell: ({ deactivated, confirmed }) =>
      deactivated ? 'Deactivated' : confirmed ? 'Active' : 'Unconfirmed',
  },
  {
    heading: 'Last signed in',
    kind: 'number',
    width: '9rem',
    minor: true,
    cell: ({ lastSignedInAt }) => (lastSignedInAt ? <WhenStacked at={lastSignedInAt} /> : 'Never'),
  },
]

/** The members of an organisation, each with a link to their page. */
export function Members({ name }: { name: string }) {
  const list = useMembers(name)
  const rows = list.data?.pages.flatMap(({ users }) => users)
  return (
    <PagedList
      list={list}
      rows={rows}
      failure="Failed to load users"
      empty={
        <EmptyState icon={IconUsers} title="No members yet">
          People become members when they are invited to this organisation, or given a role in it.
        </EmptyState>
      }
    >
      <DataTable label={`Members of ${name}`} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </PagedList>
  )
}
