import { deviceText } from '@deedbox/contract/device.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Stack, Text, TextInput } from '@mantine/core'
import { addPasskey } from '../lib/passkeys.ts'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { AddFactorDialog } from './add-factor-dialog.tsx'

/** Adds a passkey. `onAdded` gets the backup codes of a first factor. */
export function AddPasskey({ onAdded }: { onAdded: (backupCodes: string[] | null) => void }) {
  const form = useServerForm({
    initialValues: { name: deviceText(navigator.userAgent) },
    validate: { name: required },
    async send({ name }) {
      const { backupCodes } = await addPasskey(name)
      onAdded(backupCodes)
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <Text>
          Your browser asks you to unlock this device, or to choose another one or a security key. Your
          fingerprint, face or PIN never leaves it.
        </Text>
        <FormFailure error={form.failure} />
        <TextInput
          label="Name"
          description="So that you recognise it among your passkeys."
          maxLength={limits.text.name}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <SubmitButton busy={form.busy}>Add passkey</SubmitButton>
      </Stack>
    </form>
  )
}

/** Dialog that does the same, and then shows the backup codes. */
export const AddPasskeyDialog = ({ onClose }: { onClose: () => void }) => (
  <AddFactorDialog
    title="Add a passkey"
    done="Your passkey is added"
    form={(added) => <AddPasskey onAdded={added} />}
    onClose={onClose}
  />
)
