import { deviceText } from '@deedbox/contract/device.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addPasskey } from '../lib/passkeys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { refreshFactors } from './factors-refresh.ts'

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

/** The same in a dialog, which then shows the backup codes. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  function added(backupCodes: string[] | null) {
    toast.success('Your passkey is added')
    void refreshFactors()
    if (backupCodes) setCodes(backupCodes)
    else onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={codes ? 'Keep your backup codes' : 'Add a passkey'}
      closeOnClickOutside={false}
      closeOnEscape={codes === null}
    >
      {codes ? <BackupCodes codes={codes} onKept={onClose} /> : <AddPasskey onAdded={added} />}
    </Dialog>
  )
}
