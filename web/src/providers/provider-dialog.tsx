import type { Provider } from '@deedbox/contract/providers.ts'
import { SegmentedControl, Stack, Switch, TextInput } from '@mantine/core'
import { type Answer, call } from '../lib/api.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { OidcFields } from './kind-fields.tsx'
import { refreshProviders } from './queries.ts'
import { RoleField } from './role-field.tsx'
import { SamlFields } from './saml-fields.tsx'

export type Ours = Answer<'GET /api/providers'>['ours']

const empty = {
  kind: 'oidc' as 'oidc' | 'saml',
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  signInUrl: '',
  /** Certificates, one below the other. */
  certificates: '',
  defaultRole: 'guest' as string,
  checksSecondFactor: false,
  enabled: true,
}
export type ProviderValues = typeof empty

const valuesOf = (provider: Provider | null): ProviderValues =>
  provider === null ? empty : { ...empty, ...pick(provider), certificates: provider.certificates.join('\n') }
const pick = ({
  kind,
  name,
  issuer,
  clientId,
  signInUrl,
  defaultRole,
  checksSecondFactor,
  enabled,
}: Provider) => ({
  ...{ kind, name, issuer, clientId, signInUrl, defaultRole, checksSecondFactor, enabled },
})

/** Splits a text into certificates from BEGIN to END; a text without these is sent unchanged, to be refused. */
const certificatesIn = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ??
  (text.trim() ? [text.trim()] : [])

/** Adds a provider (null) or changes one. */
export function ProviderDialog(props: {
  provider: Provider | null
  organizationId: string | null
  ours: Ours
  administrates: boolean
  onClose: () => void
}) {
  const { provider, organizationId, ours, administrates, onClose } = props
  const form = useServerForm<ProviderValues>({
    initialValues: valuesOf(provider),
    validate: { name: required, issuer: required },
    fieldOf: { 'role-not-yours': 'defaultRole' },
    async send({ kind, certificates, defaultRole, ...values }) {
      const body = {
        ...values,
        certificates: certificatesIn(certificates),
        defaultRole: defaultRole as 'guest',
      }
      if (provider)
        await call('PUT /api/providers/:providerId', { params: { providerId: provider.id }, body })
      else await call('POST /api/providers', { body: { organizationId, kind, ...body } })
      toast.success(provider ? `${values.name} is saved` : `${values.name} is added`)
      onClose()
      await refreshProviders()
    },
  })
  const { kind } = form.values
  return (
    <Dialog onClose={onClose} title={provider ? `Edit ${provider.name}` : 'New sign-in provider'} size="lg">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title="Failed to save the sign-in provider" />
          {provider === null && (
            <SegmentedControl
              aria-label="Kind of provider"
              value={kind}
              onChange={(chosen) => form.setFieldValue('kind', chosen as 'oidc')}
              data={[
                { value: 'oidc', label: 'OpenID Connect' },
                { value: 'saml', label: 'SAML 2.0' },
              ]}
            />
          )}
          <TextInput
            label="Name"
            description="People see it on the button: Continue with …"
            autoComplete="off"
            withAsterisk
            data-autofocus
            {...form.getInputProps('name')}
          />
          {kind === 'oidc' ? (
            <OidcFields form={form} ours={ours} hasSecret={provider?.hasSecret ?? false} />
          ) : (
            <SamlFields form={form} ours={ours} />
          )}
          <RoleField ofDeployment={organizationId === null} {...form.getInputProps('defaultRole')} />
          <Switch
            label="The provider asks for a second factor"
            description={
              administrates
                ? 'Deedbox then asks nobody who comes from it for one.'
                : 'Only an administrator can switch this on.'
            }
            disabled={!administrates && !form.values.checksSecondFactor}
            {...form.getInputProps('checksSecondFactor', { type: 'checkbox' })}
          />
          <Switch
            label="People can sign in with it"
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
          <DialogButtons>
            <CancelButton onCancel={onClose} />
            <SubmitButton busy={form.busy}>{provider ? 'Save changes' : 'Add provider'}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
