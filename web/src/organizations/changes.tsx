import { screen } from '@deedbox/contract/messages.ts'
import type { OrganizationChange } from '@deedbox/contract/organizations.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { useChanges } from './queries.ts'

const said = ({ field, from, to }: OrganizationChange['changes'][number]) =>
  from ? `${field}: ${from} → ${to || 'blank'}` : `${field}: ${to}`

const columns: Column<OrganizationChange>[] = [
  {
    heading: 'Change',
    kind: 'main',
    cell: ({ label, changes, reason }) => (
      <Stacked text={label} small={reason === null ? changes.map(said) : [...changes.map(said), reason]} />
    ),
  },
  {
    heading: 'Person',
    width: '30%',
    cell: ({ actorName, actorEmail }) => (
      <Cut text={[actorName ?? 'Deedbox', actorEmail].filter(Boolean).join(' · ')} />
    ),
  },
  { heading: 'When', kind: 'number', width: '11rem', cell: ({ at }) => <WhenStacked at={at} exact /> },
]

/** Changes of an organisation, newest first. */
export function Changes({ id, name }: { id: string; name: string }) {
  const list = useChanges(id)
  const rows = list.data?.pages.flatMap(({ changes }) => changes)
  return (
    <PagedList list={list} rows={rows} failure={screen.loadHistory} empty={<p>No changes are recorded.</p>}>
      <DataTable
        label={`Changes of ${name}`}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.id)}
      />
    </PagedList>
  )
}
