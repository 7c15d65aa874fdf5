import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { GrantRow } from '@deedbox/contract/grants.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { endOf } from '../lib/grant-end.ts'
import { holds, useUser } from '../lib/session.ts'
import { AccessEnds } from '../ui/access-ends.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { browse, requestAccess } from './actions.ts'
import classes from './dashboard.module.css'
import { Section } from './section.tsx'

const columns: Column<GrantRow>[] = [
  {
    heading: 'Document',
    kind: 'main',
    cell: (row) => <Cut text={row.documentTitle} to={`/documents/${row.documentId}`} />,
  },
  { heading: 'Access', width: '10.5rem', cell: ({ accessLevel }) => accessLevelLabels[accessLevel] },
  {
    heading: 'Granted',
    kind: 'number',
    width: '8.5rem',
    minor: true,
    cell: ({ grantedAt }) => <WhenStacked at={grantedAt} />,
  },
  {
    heading: 'Ends',
    kind: 'number',
    width: '8.5rem',
    cell: (row) => {
      const end = endOf(row)
      return end ? <AccessEnds at={end} /> : '—'
    },
  },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '5.5rem',
    cell: (row) => (
      <Button component={Link} to={`/documents/${row.documentId}`} size="compact-sm" variant="subtle">
        View<VisuallyHidden> {row.documentTitle}</VisuallyHidden>
      </Button>
    ),
  },
]

/** The latest active access of the person who is signed in (specification, section 2: Recent Activity). */
export function RecentActivity({ rows }: { rows: GrantRow[] | undefined }) {
  const user = useUser()
  const asks = holds(user, 'canRequestAccess')
  const next = asks ? { ...requestAccess, label: 'Request Document Access' } : browse(false)
  return (
    <Section fold="recent-activity" title="Recent Activity">
      {rows?.length === 0 ? (
        <div className={classes.nothing}>
          <strong>No active access.</strong>{' '}
          {holds(user, 'canManageOrganization')
            ? 'Documents that a trustee shares with you are listed here. Your organisation’s documents are under Documents.'
            : 'Documents that a trustee shares with you are listed here.'}{' '}
          {user.permissions.length > 0 && (
            <Button component={Link} to={next.to} variant="default" size="compact-sm">
              {next.label}
            </Button>
          )}
        </div>
      ) : (
        <DataTable
          label="Recent Activity"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          expected={limits.dashboard.recentActivity}
        />
      )}
    </Section>
  )
}
