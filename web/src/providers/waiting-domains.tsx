import { Alert, Anchor } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useWaitingProviders } from './queries.ts'

/** Notice to administrators of organisations that wait for a domain to be confirmed; nothing where none does. */
export function WaitingDomains() {
  const { data } = useWaitingProviders()
  const waiting = data?.providers.filter(({ organizationId }) => organizationId !== null) ?? []
  if (waiting.length === 0) return null
  return (
    <Alert color="amber" icon={<IconClock />} title="Email domains wait for you" mb="md">
      {waiting.map(({ id, organizationId, organizationName, name, domains }) => (
        <div key={id}>
          <Anchor component={Link} to={`/admin/organizations/${organizationId}?tab=sign-in`} inherit>
            {organizationName}
          </Anchor>
          : {domains.flatMap(({ confirmedAt, domain }) => (confirmedAt ? [] : [domain])).join(', ')} for{' '}
          {name}
        </div>
      ))}
    </Alert>
  )
}
