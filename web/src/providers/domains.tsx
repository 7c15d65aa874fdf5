import type { Provider, ProviderDomain } from '@deedbox/contract/providers.ts'
import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './providers.module.css'
import { refreshProviders } from './queries.ts'

type Props = { provider: Provider; administrates: boolean }

/** The email domains of a provider, their states, and a field to add one. */
export function Domains({ provider, administrates }: Props) {
  return (
    <>
      <ul className={classes.domains} aria-label={`Email domains of ${provider.name}`}>
        {provider.domains.map((domain) => (
          <Domain key={domain.id} {...{ provider, domain, administrates }} />
        ))}
      </ul>
      <AddDomain provider={provider} administrates={administrates} />
    </>
  )
}

function Domain({
  provider,
  domain: { id, domain, required, confirmedAt },
  administrates,
}: Props & { domain: ProviderDomain }) {
  const [asked, setAsked] = useState<'confirm' | 'remove' | null>(null)
  /** Choice just made, until it is stored. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const params = { providerId: provider.id, domainId: id }
  const change = useMutation({
    mutationFn: (only: boolean) =>
      call('PUT /api/providers/:providerId/domains/:domainId', { params, body: { required: only } }),
    onSuccess: () => refreshProviders(),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => setChosen(null),
  })
  return (
    <li>
      <span className={classes.name}>{domain}</span>
      {confirmedAt ? (
        <StatusBadge tone="good" icon={IconCircleCheck}>
          Confirmed
        </StatusBadge>
      ) : (
        <StatusBadge tone="warning" icon={IconClock}>
          Waits for an administrator
        </StatusBadge>
      )}
      <Checkbox
        label="Only through the provider"
        aria-label={`People at ${domain} sign in only through the provider`}
        checked={chosen ?? required}
        onChange={({ currentTarget: { checked } }) => {
          setChosen(checked)
          change.mutate(checked)
        }}
      />
      <Group gap="xs">
        {administrates && !confirmedAt && (
          <Button size="compact-sm" onClick={() => setAsked('confirm')} aria-label={`Confirm ${domain}`}>
            Confirm
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setAsked('remove')}
          aria-label={`Remove ${domain}`}
        >
          Remove
        </Button>
      </Group>
      {asked === 'confirm' && (
        <ConfirmDialog
          title={`Confirm ${domain}?`}
          confirm="Confirm"
          failure="Failed to confirm the domain"
          onClose={() => setAsked(null)}
          act={async () => {
            await call('POST /api/providers/:providerId/domains/:domainId/confirm', { params })
            toast.success(`${domain} is confirmed`)
            await refreshProviders()
          }}
        >
          Anyone who {provider.issuer} says has an email at {domain} can then sign in
          {provider.organizationName ? ` to accounts of ${provider.organizationName}` : ''}, and gets an
          account the first time. Please make sure that both the domain and the provider belong to them.
        </ConfirmDialog>
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title={`Remove ${domain}?`}
          confirm="Remove"
          destructive
          failure="Failed to remove the domain"
          onClose={() => setAsked(null)}
          act={async () => {
            await call('DELETE /api/providers/:providerId/domains/:domainId', { params })
            toast.success(`${domain} is removed`)
            await refreshProviders()
          }}
        >
          People at {domain} are no longer led to {provider.name}, and new people of it get no account by it.
        </ConfirmDialog>
      )}
    </li>
  )
}

function AddDomain({ provider, administrates }: Props) {
  const form = useServerForm({
    initialValues: { domain: '' },
    validate: { domain: required },
    fieldOf: {
      'domain-public': 'domain',
      'domain-exists': 'domain',
      'domain-taken': 'domain',
      'domain-limit': 'domain',
    },
    async send(body) {
      await call('POST /api/providers/:providerId/domains', { params: { providerId: provider.id }, body })
      toast.success(administrates ? `${body.domain} is added` : `${body.domain} waits for an administrator`)
      form.reset()
      await refreshProviders()
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <FormFailure error={form.failure} />
      <Group align="flex-start" gap="xs">
        <TextInput
          label={`Email domain for ${provider.name}`}
          description={administrates ? undefined : 'It counts once an administrator has confirmed it.'}
          placeholder="example.com.au"
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('domain')}
        />
        <SubmitButton busy={form.busy} variant="default" mt={25}>
          Add domain
        </SubmitButton>
      </Group>
    </form>
  )
}
