import { counted, countText } from '@deedbox/contract/counts.ts'
import { roleLabel } from '@deedbox/contract/permissions.ts'
import type { Provider } from '@deedbox/contract/providers.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { toast } from '../ui/toast.tsx'
import { CertificateEnds, CertificateWarning } from './certificate-ends.tsx'
import { CheckButton } from './check-button.tsx'
import { Domains } from './domains.tsx'
import { type Ours, ProviderDialog } from './provider-dialog.tsx'
import classes from './providers.module.css'
import { refreshProviders } from './queries.ts'

const kinds = { oidc: 'OpenID Connect', saml: 'SAML 2.0' } as const

type Props = { provider: Provider; ours: Ours; administrates: boolean }

/** A provider with its domains and its actions. */
export function OneProvider({ provider, ours, administrates }: Props) {
  const { id, name, kind, organizationId, people } = provider
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className={classes.one} aria-label={name}>
      <div className={classes.head}>
        <h3>
          {name} <State provider={provider} /> <CertificateWarning ends={provider.certificateEnds} />
        </h3>
        <Group gap="xs">
          {kind === 'oidc' && <CheckButton provider={provider} />}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => setOpen('edit')}
            aria-label={`Edit ${name}`}
          >
            Edit
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => setOpen('remove')}
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        </Group>
      </div>
      <Facts>
        <Fact name="Kind">{kinds[kind]}</Fact>
        <Fact name={kind === 'oidc' ? 'Issuer' : 'Entity ID'}>{provider.issuer}</Fact>
        {kind === 'oidc' && <Fact name="Client ID">{provider.clientId}</Fact>}
        {kind === 'saml' && (
          <Fact name="Certificate expires">
            <CertificateEnds ends={provider.certificateEnds} />
          </Fact>
        )}
        <Fact name="New people become">{roleLabel(provider.defaultRole)}</Fact>
        <Fact name="Second factor">
          {provider.checksSecondFactor ? 'The provider asks for it' : 'Deedbox asks for it'}
        </Fact>
        <Fact name="People who use it">{countText(people)}</Fact>
      </Facts>
      <Domains provider={provider} administrates={administrates} />
      {open === 'edit' && (
        <ProviderDialog {...{ provider, organizationId, ours, administrates }} onClose={close} />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirm="Remove"
          destructive
          failure="Failed to remove the sign-in provider"
          onClose={close}
          act={async () => {
            await call('DELETE /api/providers/:providerId', { params: { providerId: id } })
            toast.success(`${name} is removed`)
            await refreshProviders()
          }}
        >
          <Text>
            {people === 0
              ? 'Nobody uses it.'
              : `${counted(people, 'person signs', 'people sign')} in with it.`}{' '}
            Who has no password can set one with “Forgot your password?”.
          </Text>
        </ConfirmDialog>
      )}
    </section>
  )
}

function State({ provider: { enabled, organizationId, domains } }: { provider: Provider }) {
  if (!enabled)
    return (
      <StatusBadge tone="quiet" icon={IconCircleOff}>
        Switched off
      </StatusBadge>
    )
  if (organizationId === null || domains.some(({ confirmedAt }) => confirmedAt))
    return (
      <StatusBadge tone="good" icon={IconCircleCheck}>
        In use
      </StatusBadge>
    )
  return (
    <StatusBadge tone="warning" icon={IconClock}>
      Needs a confirmed domain
    </StatusBadge>
  )
}
