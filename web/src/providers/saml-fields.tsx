import { Textarea, TextInput } from '@mantine/core'
import type { ProviderForm } from './kind-fields.tsx'
import { MetadataImport } from './metadata-import.tsx'
import { OurValue } from './our-value.tsx'
import type { Ours } from './provider-dialog.tsx'

/** Values that a SAML identity provider must be told, and fields for those that it tells. */
export const SamlFields = ({ form, ours }: { form: ProviderForm; ours: Ours }) => (
  <>
    <OurValue label="Assertion consumer service (ACS) URL" value={ours.acsUrl} />
    <OurValue
      label="Our entity ID (audience)"
      description="Enter this at the provider. It is also the address of our metadata, for providers that can read it."
      value={ours.entityId}
    />
    <MetadataImport form={form} />
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
      description="Those that may sign its answers, one below the other, each from -----BEGIN to the end. Add the next one before the provider changes to it."
      autosize
      minRows={4}
      maxRows={10}
      withAsterisk
      {...form.getInputProps('certificates')}
    />
  </>
)
