import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { Stack, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { RequestFacts } from './request-facts.tsx'

/** Denies a request, with an optional note to the requester. */
export function DenyDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { notes: '' },
    send: async ({ notes }) => {
      try {
        const { emailSent } = await call('POST /api/requests/:requestId/deny', {
          params: { requestId: request.id },
          body: { notes },
        })
        toast.success(success.denied)
        if (!emailSent)
          toast.warning(
            `The email to ${request.requesterEmail} could not be sent yet. Deedbox will try again.`,
          )
        onClose()
      } finally {
        // Refresh even after a refusal, as somebody else may have decided it.
        void refreshEverything()
      }
    },
  })
  const close = () => {
    if (!form.busy) onClose()
  }
  return (
    <Dialog
      onClose={close}
      size="lg"
      title={`Deny ${request.requesterName}'s request for ${request.documentName}?`}
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <RequestFacts request={request} />
          <Textarea
            label="Note to the requester (optional)"
            description="The requester sees it in an email and in their list of requests."
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            data-autofocus
            {...form.getInputProps('notes')}
          />
          <FormFailure title={screen.denyFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={close} disabled={form.busy} />
            <SubmitButton busy={form.busy} color="wax">
              Deny
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
