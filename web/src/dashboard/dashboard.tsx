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
import { EndingAccess } from './ending-access.tsx'
import { GuestDays } from './guest-days.tsx'
import { useDashboard } from './queries.ts'
import { RecentActivity } from './recent-activity.tsx'
import { Reminders } from './reminders.tsx'
import { RoleTiles } from './role-tiles.tsx'
import { Section } from './section.tsx'
import type { QueueCells } from './waiting-queue.tsx'
import { WaitingToday } from './waiting-today.tsx'
import { Welcome } from './welcome.tsx'

const titles: Record<string, string> = {
  admin: 'System Administrator Dashboard',
  b2b_admin: 'Organization Administrator Dashboard',
  guest: 'Guest Access Dashboard',
}

/**
 * Page /dashboard for every role except trustees: waiting things, live figures, and the next actions of this person. `unclaimed` are owner requests
 * that wait for others.
 */
export function Dashboard({ cells, unclaimed }: { cells: QueueCells; unclaimed: ReactNode }) {
  const user = useUser()
  const { data, error, refetch } = useDashboard()
  const title = titles[user.role]
  const actions = quickActions(user)
  const guest = user.role === 'guest'
  return (
    <>
      <PageHeader
        title={title ?? `Welcome, ${user.firstName}`}
        lead={<Welcome named={title === undefined} />}
        actions={
          guest && (
            <Button component={Link} to="/documents" leftSection={<IconFiles size={16} aria-hidden="true" />}>
              My Documents
            </Button>
          )
        }
      />
      {guest && user.accessExpiresAt && <GuestDays endsAt={user.accessExpiresAt} />}
      <Section fold="figures" title="Figures">
        {error && !data ? (
          <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
        ) : (
          <RoleTiles figures={data} user={user} />
        )}
      </Section>
      <WaitingToday cells={cells}>
        {(data || !error) && (
          <>
            {guest && <EndingAccess rows={data?.endingAccess} />}
            {user.role === 'admin' && (
              <Section fold="administration" title="Administration">
                <ActionCards actions={administration(data?.system)} />
              </Section>
            )}
            {user.role !== 'admin' && !guest && (
              <>
                {actions.length > 0 && (
                  <Section fold="quick-actions" title="Quick Actions">
                    <ActionCards actions={actions} />
                  </Section>
                )}
                <RecentActivity rows={data?.recentAccess} />
              </>
            )}
            {unclaimed}
          </>
        )}
        {holds(user, 'canManageDocuments', 'canUploadDocuments') && (
          <Section fold="reminders" title="Expiry reminder settings">
            <Reminders />
          </Section>
        )}
      </WaitingToday>
    </>
  )
}
