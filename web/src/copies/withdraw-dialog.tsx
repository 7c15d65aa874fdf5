import type { Copy } from '@deedbox/contract/copies.ts'
import { copyKinds } from '@deedbox/contract/copy-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

/** Withdraws a copy for good. */
export function WithdrawDialog({ copy, onClose }: { copy: Copy; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: required },
    send: async ({ reason }) => {
      await call('POST /api/copies/:copyId/withdraw', { params: { copyId: copy.id }, body: { reason } })
      toast.success('The copy was withdrawn')
      onClose()
      void refreshEverything()
    },
  })
  const close = () => {
    if (!form.busy) onClose()
  }
  const what = copyKinds[copy.kind].toLowerCase()
  return (
    <Dialog
      onClose={close}
      size="lg"
      title={`Withdraw this ${what}${copy.sourceTitle ? ` of ${copy.sourceTitle}` : ''}?`}
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            Whoever checks its code is told from now on that it was withdrawn, and people who have access to
            it get an email with your reason. This cannot be undone; you can make another copy.
          </Text>
          <Textarea
            label="Reason"
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <FormFailure title="Failed to withdraw the copy" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={close} disabled={form.busy} />
            <SubmitButton busy={form.busy} color="wax">
              Withdraw
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
