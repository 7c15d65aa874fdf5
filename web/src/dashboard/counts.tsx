import type { SessionUser } from '@deedbox/contract/accounts.ts'
import { Skeleton } from '@mantine/core'
import type { Answer } from '../lib/api.ts'
import { holds } from '../lib/session.ts'
import classes from './counts.module.css'

type CountsAnswer = Answer<'GET /api/dashboard'>

/** The counts as tiles; while they load the tiles keep their place. */
export function Counts({ counts, user }: { counts: CountsAnswer | undefined; user: SessionUser }) {
  const handles = holds(user, 'canManageDocuments', 'canManageOrganization')
  const tiles: { label: string; value: number | null | undefined }[] = [
    { label: 'Documents you can see', value: counts?.documents },
    ...(user.role === 'guest' ? [] : [{ label: 'Your own documents', value: counts?.own }]),
    { label: 'Expiring within 30 days', value: counts?.expiringSoon },
    { label: handles ? 'Access given to others' : 'Access given to you', value: counts?.activeAccess },
    ...(holds(user, 'canManageSystem')
      ? [
          { label: 'People', value: counts?.users },
          { label: 'Trustees to confirm', value: counts?.unconfirmedTrustees },
        ]
      : []),
  ]
  return (
    <dl className={classes.counts} aria-busy={counts === undefined}>
      {tiles.map(({ label, value }) => (
        <div key={label} className={classes.tile}>
          <dt>{label}</dt>
          <dd>
            {counts === undefined ? (
              <Skeleton height={32} width={56} />
            ) : (
              (value ?? 0).toLocaleString('en-AU')
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
