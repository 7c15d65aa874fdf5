import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { GrantRow } from '@deedbox/contract/grants.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { earlierOf, endOf } from '../lib/grant-end.ts'
import { useUser } from '../lib/session.ts'
import { AccessBadge, AccessEnds } from '../ui/access-ends.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import classes from './dashboard.module.css'
import { Section } from './section.tsx'

const columns: Column<GrantRow>[] = [
  {
    heading: 'Document',
    kind: 'main',
    cell: (row) => <Cut text={row.documentTitle} to={`/documents/${row.documentId}`} />,
  },
  { heading: 'Access', width: '11rem', cell: ({ accessLevel }) => accessLevelLabels[accessLevel] },
  {
    heading: 'Shared by',
    width: '20%',
    minor: true,
    cell: ({ grantedByName }) => <Cut text={grantedByName} />,
  },
  { heading: 'Ends', kind: 'number', width: '17rem', cell: (row) => <Ends grant={row} /> },
]

/** End of a guest's access to a document: that of the grant, or of their account if that is earlier. */
function Ends({ grant }: { grant: GrantRow }) {
  const { accessExpiresAt } = useUser()
  const end = earlierOf(endOf(grant), accessExpiresAt)
  if (!end) return '—'
  return (
    <span className={classes.dated}>
      <AccessBadge at={end} />
      <AccessEnds at={end} />
    </span>
  )
}

/** A guest's access that ends soonest. */
export function EndingAccess({ rows }: { rows: GrantRow[] | undefined }) {
  return (
    <Section fold="ending-access" title="Access that ends first">
      {rows?.length === 0 ? (
        <p className={classes.nothing}>
          No documents yet. When somebody shares a document with you, it appears here and you get an email
          with a link.
        </p>
      ) : (
        <DataTable
          label="Access that ends first"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          expected={limits.dashboard.recentActivity}
        />
      )}
    </Section>
  )
}
