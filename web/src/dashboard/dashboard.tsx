import { screen } from '@deedbox/contract/messages.ts'
import { Button } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { holds, useUser } from '../lib/session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState } from '../ui/states.tsx'
import { ActionCards } from './action-cards.tsx'
import { administration, quickActions } from './actions.ts'
import classes from './dashboard.module.css'
import { EndingAccess } from './ending-access.tsx'
import { GuestDays } from './guest-days.tsx'
import { useDashboard } from './queries.ts'
import { RecentActivity } from './recent-activity.tsx'
import { Reminders } from './reminders.tsx'
import { RoleTiles } from './role-tiles.tsx'
import { Section } from './section.tsx'
import { Welcome } from './welcome.tsx'

const titles: Record<string, string> = {
  admin: 'System Administrator Dashboard',
  b2b_admin: 'Organization Administrator Dashboard',
  guest: 'Guest Access Dashboard',
}

/** /dashboard for every role except trustees: what is waiting, live figures, and what this person can do next. */
export function Dashboard({ waiting }: { waiting: ReactNode }) {
  const user = useUser()
  const { data, error, refetch } = useDashboard()
  const title = titles[user.role]
  const actions = quickActions(user)
  return (
    <>
      <PageHeader
        title={title ?? `Welcome, ${user.firstName}`}
        lead={<Welcome named={title === undefined} />}
        actions={
          user.role === 'guest' && (
            <Button component={Link} to="/documents" leftSection={<IconFiles size={16} aria-hidden="true" />}>
              My Documents
            </Button>
          )
        }
      />
      {user.role === 'guest' && <GuestDays endsAt={user.accessExpiresAt} />}
      {user.role === 'admin' && <div className={classes.waiting}>{waiting}</div>}
      {error && !data ? (
        <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
      ) : (
        <>
          <RoleTiles figures={data} user={user} />
          {user.role === 'guest' && <EndingAccess rows={data?.endingAccess} />}
          {user.role === 'admin' && (
            <Section title="Administration">
              <ActionCards actions={administration(data?.system)} />
            </Section>
          )}
          {user.role !== 'admin' && user.role !== 'guest' && (
            <>
              {waiting}
              <RecentActivity rows={data?.recentAccess} />
              {actions.length > 0 && (
                <Section title="Quick Actions">
                  <ActionCards actions={actions} />
                </Section>
              )}
            </>
          )}
        </>
      )}
      {holds(user, 'canManageDocuments', 'canUploadDocuments') && (
        <Section title="Expiry reminder settings">
          <Reminders />
        </Section>
      )}
    </>
  )
}
