import { limits } from '@deedbox/contract/limits.ts'
import type { LogFinding } from '@deedbox/contract/log.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'

/** Settles what a check of the log found, with what was found out about it. */
export function SettleDialog({ finding, onClose }: { finding: LogFinding; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: required },
    send: async ({ reason }) => {
      await call('POST /api/log/settle', { body: { findingId: finding.id, reason } })
      await queryClient.invalidateQueries({ queryKey: ['system'] })
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} size="lg" title="Settle what the check found?">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>{finding.problem}</Text>
          <Textarea
            label="What you found out"
            description="The audit trail keeps it. What was changed stays changed, and evidence of the event shows it."
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <FormFailure title={screen.settleFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Settle</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
