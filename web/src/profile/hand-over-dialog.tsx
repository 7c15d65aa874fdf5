import { Stack, Text, TextInput } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

/** Hands all of the person's documents over to a trustee. */
export function HandOverDialog({ documents, onClose }: { documents: string; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { email: '' },
    validate: { email: emailRule },
    fieldOf: { 'hand-over-trustee': 'email' },
    async send(body) {
      await call('POST /api/profile/hand-over', { body })
      toast.success(`${documents} handed over to ${body.email.trim()}`)
      await refreshEverything()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Hand over ${documents}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title="Failed to hand over the documents" />
          <Text>
            The trustee becomes the owner and is told by email. Access that other people have stays as it is.
            You cannot take this back.
          </Text>
          <TextInput
            label="Email of the trustee"
            type="email"
            data-autofocus
            {...form.getInputProps('email')}
          />
          <DialogButtons>
            <CancelButton onCancel={onClose} />
            <SubmitButton busy={form.busy}>Hand over</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
