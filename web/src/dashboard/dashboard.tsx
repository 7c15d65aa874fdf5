import { screen } from '@deedbox/contract/messages.ts'
import { roleLabel } from '@deedbox/contract/permissions.ts'
import { Alert, Button, Title } from '@mantine/core'
import { IconArrowRight, IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { useDeployment, useUser } from '../lib/session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { actionsFor } from './actions.ts'
import { Counts } from './counts.tsx'
import classes from './dashboard.module.css'

/** /dashboard: a welcome, true counts, and what this person may do next. */
export function Dashboard() {
  const user = useUser()
  const { supportEmail } = useDeployment()
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => call('GET /api/dashboard', { signal }),
  })
  const [first, ...others] = actionsFor(user, data?.unconfirmedTrustees ?? 0)

  return (
    <>
      <PageHeader
        title={`Welcome, ${user.firstName}`}
        lead={
          <>
            {roleLabel(user.role, user.professionalType)}
            {user.organizationName && <> at {user.organizationName}</>}
            {user.accessExpiresAt && (
              <>
                . Your access ends <When at={user.accessExpiresAt} />
              </>
            )}
          </>
        }
        actions={
          first && (
            <Button component={Link} to={first.to} leftSection={<first.icon size={18} aria-hidden="true" />}>
              {first.label}
            </Button>
          )
        }
      />
      {user.role === 'trustee' && !user.confirmed && (
        <Alert
          color="amber"
          icon={<IconHourglass />}
          title="Your account is waiting for confirmation"
          mb="lg"
        >
          Until an administrator confirms that you are a trustee of this practice, you see and handle only
          your own documents, the access you give to them, and requests addressed to your own e-mail.
          Everything else works already.
          {supportEmail && (
            <>
              {' '}
              Questions: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </>
          )}
        </Alert>
      )}
      {error ? (
        <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
      ) : (
        <Counts counts={data} user={user} />
      )}
      {others.length > 0 && (
        <section aria-labelledby="next" className={classes.next}>
          <Title order={2} size="h4" id="next">
            What you can do next
          </Title>
          <ul className={classes.actions}>
            {others.map(({ to, label, text, icon: ActionIcon }) => (
              <li key={to}>
                <Link to={to} className={classes.action}>
                  <ActionIcon size={24} stroke={1.4} aria-hidden="true" />
                  <span>
                    <strong>{label}</strong>
                    <span className={classes.text}>{text}</span>
                  </span>
                  <IconArrowRight size={16} aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
