import { fill, screen, success } from '@deedbox/contract/messages.ts'
import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { Stack } from '@mantine/core'
import { call } from '../lib/api.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useSuggestedEnd } from '../ui/suggested-end.ts'
import { toast } from '../ui/toast.tsx'
import { UntilWhen } from '../ui/until-when.tsx'
import { type AccessLevel, WhichLevel } from '../ui/which-level.tsx'
import { DocumentPicker } from './document-picker.tsx'
import { refreshOwnerRequests } from './queries.ts'
import type { SharedDocument } from './shared-list.tsx'

/** Dialog in which the claimer shares some of their own documents with the requester: all chosen ones or none, with one email. */
export function ShareDialog(props: { request: OwnerRequest; shared: SharedDocument[]; onClose: () => void }) {
  const { request } = props
  const form = useServerForm({
    initialValues: {
      documentIds: [] as string[],
      accessLevel: 'download' as AccessLevel,
      expiresOn: useSuggestedEnd(),
    },
    validate: {
      documentIds: (chosen) => (chosen.length === 0 ? 'Please choose at least one document' : null),
    },
    days: { expiresOn: { kind: 'future' } },
    fieldOf: {
      'document-not-found': 'documentIds',
      'document-deleted': 'documentIds',
    },
    send: async (body) => {
      try {
        const { shared, emailSent } = await call('POST /api/owner-requests/:requestId/share', {
          params: { requestId: request.id },
          body,
        })
        const plural = (message: string) =>
          shared === 1 ? message : message.replace('Document', `${shared} documents`)
        if (emailSent) toast.success(fill(plural(success.shared), { email: request.requesterEmail }))
        else toast.warning(plural(success.sharedNoMail))
        props.onClose()
      } finally {
        void refreshOwnerRequests()
      }
    },
  })
  const close = () => {
    if (!form.busy) props.onClose()
  }
  const count = form.values.documentIds.length
  return (
    <Dialog onClose={close} title={`Share documents with ${request.requesterName}`} size="lg">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <DocumentPicker
            requestId={request.id}
            already={props.shared}
            value={form.values.documentIds}
            onChange={(chosen) => form.setFieldValue('documentIds', chosen)}
            error={form.errors.documentIds}
          />
          <WhichLevel {...form.getInputProps('accessLevel')} />
          <UntilWhen label="Expiry date (optional)" quick {...form.day('expiresOn')} />
          <FormFailure title={screen.shareFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={close} disabled={form.busy} />
            <SubmitButton busy={form.busy}>
              {count > 1 ? `Share ${count} documents` : 'Share document'}
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
