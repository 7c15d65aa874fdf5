import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { Grant } from '@deedbox/contract/grants.ts'
import { endOf } from '../lib/grant-end.ts'
import { AccessBadge, AccessEnds } from '../ui/access-ends.tsx'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './access.module.css'
import { GrantStatus } from './grant-status.tsx'

/** Returns the email, unless it stands for the name, and whether there is an account. */
const aboutPerson = ({ userName, userEmail, invited }: Grant) =>
  [userName !== userEmail && userEmail, invited && 'invited, no account yet'].filter(Boolean).join(' · ')

export const personColumn: Column<Grant> = {
  heading: 'Person',
  kind: 'main',
  sort: 'userName',
  cell: (grant) => (
    <div className={classes.person}>
      <Cut text={grant.userName} />
      <div className={classes.small}>
        <Cut text={aboutPerson(grant)} />
      </div>
    </div>
  ),
}

export const levelColumn: Column<Grant> = {
  heading: 'Level',
  sort: 'accessLevel',
  width: '10.5rem',
  cell: (grant) => accessLevelLabels[grant.accessLevel],
}

export const statusColumn: Column<Grant> = {
  heading: 'Status',
  sort: 'status',
  width: '7.5rem',
  cell: (grant) => <GrantStatus status={grant.status} />,
}

export const grantedByColumn: Column<Grant> = {
  heading: 'Granted by',
  width: '15%',
  minor: true,
  sort: 'grantedByName',
  cell: (grant) => <Cut text={grant.grantedByName} />,
}

export const grantedColumn: Column<Grant> = {
  heading: 'Granted',
  kind: 'number',
  width: '8.5rem',
  minor: true,
  sort: 'grantedAt',
  cell: (grant) => <WhenStacked at={grant.grantedAt} />,
}

export const endsColumn: Column<Grant> = {
  heading: 'Ends',
  kind: 'number',
  width: '16.5rem',
  sort: 'endsAt',
  cell: (grant) => {
    const end = endOf(grant)
    return end ? (
      <span className={classes.dated}>
        {grant.status === 'active' && <AccessBadge at={end} />}
        {grant.status === 'active' ? <AccessEnds at={end} /> : <WhenStacked at={end} />}
      </span>
    ) : (
      '—'
    )
  },
}
