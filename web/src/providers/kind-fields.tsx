import { PasswordInput, TextInput } from '@mantine/core'
import type { useServerForm } from '../ui/form.tsx'
import { OurValue } from './our-value.tsx'
import type { Ours, ProviderValues } from './provider-dialog.tsx'

export type ProviderForm = ReturnType<typeof useServerForm<ProviderValues>>

/** Values that an OpenID provider must be told, and fields for those that it tells. */
export const OidcFields = ({
  form,
  ours,
  hasSecret,
}: {
  form: ProviderForm
  ours: Ours
  hasSecret: boolean
}) => (
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
