import { screen } from '@deedbox/contract/messages.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/states.tsx'
import { AccountActivity } from './account-activity.tsx'
import { AccountDetails, PermissionBadges } from './account-details.tsx'
import { Identity } from './identity.tsx'
import { PersonalForm } from './personal-form.tsx'
import { PersonalInformation } from './personal-information.tsx'
import classes from './profile.module.css'
import { profileQuery } from './queries.ts'

/** Page /profile (specification, section 2). */
export function ProfilePage({ security }: { security: ReactNode }) {
  const { data, error, refetch } = useQuery(profileQuery)
  const [editing, setEditing] = useState(false)
  if (error && !data) return <ErrorState title={screen.loadProfile} error={error} onRetry={refetch} />
  return (
    <>
      <Identity editing={editing} onToggle={() => setEditing(!editing)} />
      <div className={classes.cards}>
        <div className={classes.column}>
          <Card title="Personal information">
            {!data && <Skeleton height={260} />}
            {data && editing && <PersonalForm profile={data.profile} onClose={() => setEditing(false)} />}
            {data && !editing && <PersonalInformation profile={data.profile} />}
          </Card>
          <Card title="Permissions">
            <PermissionBadges />
          </Card>
        </div>
        <div className={classes.column}>
          <Card title="Account details">
            <AccountDetails />
          </Card>
          <Card title="Account activity">
            {data ? <AccountActivity activity={data} /> : <Skeleton height={160} />}
          </Card>
        </div>
      </div>
      {security}
    </>
  )
}
