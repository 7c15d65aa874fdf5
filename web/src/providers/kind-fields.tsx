import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { useServerForm } from '../ui/form.tsx'
import { OurValue } from './our-value.tsx'
import type { Ours, ProviderValues } from './provider-dialog.tsx'

type Form = ReturnType<typeof useServerForm<ProviderValues>>

/** What an OpenID provider must be told, and what it tells. */
export const OidcFields = ({ form, ours, hasSecret }: { form: Form; ours: Ours; hasSecret: boolean }) => (
  <>
    <OurValue label="Redirect URI" value={ours.redirectUri} />
    <TextInput
      label="Issuer"
      description="The address of the provider, for example https://login.microsoftonline.com/<tenant>/v2.0"
      inputMode="url"
      autoComplete="off"
      withAsterisk
      {...form.getInputProps('issuer')}
    />
    <TextInput label="Client ID" autoComplete="off" withAsterisk {...form.getInputProps('clientId')} />
    <PasswordInput
      label="Client secret"
      {...(hasSecret
        ? { description: 'Leave it blank to keep the one that is stored.' }
        : { withAsterisk: true })}
      autoComplete="off"
      {...form.getInputProps('clientSecret')}
    />
  </>
)

/** What a SAML identity provider must be told, and what it tells. */
export const SamlFields = ({ form, ours }: { form: Form; ours: Ours }) => (
  <>
    <OurValue label="Assertion consumer service (ACS) URL" value={ours.acsUrl} />
    <OurValue label="Our entity ID (audience)" value={ours.entityId} />
    <TextInput
      label="Entity ID of the provider"
      autoComplete="off"
      withAsterisk
      {...form.getInputProps('issuer')}
    />
    <TextInput
      label="Sign-in URL"
      inputMode="url"
      autoComplete="off"
      withAsterisk
      {...form.getInputProps('signInUrl')}
    />
    <Textarea
      label="Certificates"
      description="Those that sign its answers, one below the other, each from -----BEGIN to the end."
      autosize
      minRows={4}
      maxRows={10}
      withAsterisk
      {...form.getInputProps('certificates')}
    />
  </>
)
