import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { OneProvider } from './one-provider.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import classes from './providers.module.css'
import { useProviders } from './queries.ts'

/** The sign-in providers of an organisation, or of the deployment (null), with their actions. */
export function Providers({ organizationId }: { organizationId: string | null }) {
  const { data, error, refetch } = useProviders(organizationId ?? 'deployment')
  const [adding, setAdding] = useState(false)
  const administrates = useUser().permissions.includes('canManageSystem')
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      Add a provider
    </Button>
  )
  return (
    <div className={classes.providers}>
      <Card title="Sign-in provider">
        {error && !data && (
          <ErrorState title="Failed to load sign-in providers" error={error} onRetry={refetch} />
        )}
        {!data && !error && <Skeleton height={120} aria-busy="true" />}
        {data?.providers.length === 0 && (
          <EmptyState icon={IconShieldLock} title="No sign-in provider" action={add}>
            People of an email domain can sign in with what they use at work: Entra ID, Google Workspace,
            Okta, Keycloak or another OpenID Connect or SAML 2.0 provider.
          </EmptyState>
        )}
        {data?.providers.map((provider) => (
          <OneProvider key={provider.id} provider={provider} ours={data.ours} administrates={administrates} />
        ))}
        {data && data.providers.length > 0 && add}
      </Card>
      {adding && data && (
        <ProviderDialog
          provider={null}
          organizationId={organizationId}
          ours={data.ours}
          administrates={administrates}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}
