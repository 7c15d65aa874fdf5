import type { Factor } from '@deedbox/contract/factors.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call, messageOf } from '../lib/api.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { AddApp } from './add-app.tsx'
import { AddFactorDialog } from './add-factor-dialog.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { refreshFactors } from './factors-refresh.ts'

/** Adds an authenticator app; the dialog then shows the backup codes of a first factor. */
export const AddAppDialog = ({ onClose }: { onClose: () => void }) => (
  <AddFactorDialog
    title="Add an authenticator app"
    done="The authenticator app is added"
    form={(added) => <AddApp onAdded={added} />}
    onClose={onClose}
  />
)

/** Makes new backup codes instead of the former ones, and shows them. */
export function NewCodesDialog({ left, onClose }: { left: number; onClose: () => void }) {
  const make = useMutation({
    mutationFn: () => call('POST /api/factors/backup-codes'),
    onSuccess: refreshFactors,
  })
  if (make.data)
    return (
      <Dialog
        onClose={onClose}
        title="Keep your backup codes"
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <BackupCodes codes={make.data.backupCodes} onKept={onClose} />
      </Dialog>
    )
  return (
    <Dialog onClose={onClose} title="Make new backup codes?">
      <Text>
        {left === 0
          ? `You will get ${limits.backupCodes.made} new codes.`
          : `You will get ${limits.backupCodes.made} new codes, and the former ones no longer work.`}
      </Text>
      {make.error && (
        <Alert
          color="wax"
          mt="md"
          role="alert"
          icon={<IconAlertCircle />}
          title="Failed to make new backup codes"
        >
          {messageOf(make.error)}
        </Alert>
      )}
      <DialogButtons>
        <CancelButton onCancel={onClose} disabled={make.isPending} data-autofocus />
        <Button loading={make.isPending} onClick={() => make.mutate()}>
          Make new codes
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

export function RenameDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { name: factor.name },
    validate: { name: required },
    async send(body) {
      await call('PUT /api/factors/:factorId', { params: { factorId: factor.id }, body })
      await refreshFactors()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Rename ${factor.name}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title="Failed to rename" />
          <TextInput
            label="Name"
            maxLength={limits.text.name}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <DialogButtons>
            <CancelButton onCancel={onClose} />
            <SubmitButton busy={form.busy}>Save</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

export function RemoveDialog(props: { factor: Factor; last: boolean; onClose: () => void }) {
  const { factor, last } = props
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title={`Remove ${factor.name}?`}
      confirm="Remove"
      destructive
      failure="Failed to remove the second factor"
      act={async () => {
        await call('DELETE /api/factors/:factorId', { params: { factorId: factor.id } })
        toast.success(`${factor.name} is removed`)
        await refreshFactors()
      }}
    >
      {last
        ? 'It is your last second factor: your password is then enough to sign in, and your backup codes no longer work.'
        : 'You can no longer confirm with it. Your other devices have to confirm with one of the others again.'}
      {factor.kind === 'passkey' && ' Your device still offers it afterwards: remove it there, too.'}
    </ConfirmDialog>
  )
}
