import { dayOf } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { errors, screen, success } from '@deedbox/contract/messages.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { whenText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { type AccessLevel, WhichLevel } from '../ui/which-level.tsx'
import { DocumentPicker } from './document-picker.tsx'
import { RequestFacts } from './request-facts.tsx'

/**
 * Approves a request. The level and the end are filled in as asked for and can be changed; where the request only
 * names a document, the approver picks it.
 */
export function ApproveDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const today = useToday()
  const now = useServerNow()
  const { timeZone } = useDeployment()
  const extension = request.extensionType !== null
  const picks = !extension && request.documentId === null
  const asked = request.requestedExpiry && dayOf(request.requestedExpiry, timeZone)
  const form = useServerForm({
    initialValues: {
      documentId: null as string | null,
      /** '': as it is, for more time on a grant. */
      accessLevel: (extension ? '' : (request.requestedAccessLevel ?? 'download')) as AccessLevel | '',
      expiresOn: typedDay(asked),
      notes: '',
    },
    validate: {
      documentId: (id) => (picks && !id ? errors['request-needs-document'].message : null),
    },
    days: {
      // An end that was asked for and has passed meanwhile is no end: then one is needed.
      expiresOn:
        asked && asked < today ? { kind: 'future', required: screen.dayRequired } : { kind: 'future' },
    },
    fieldOf: {
      ...(picks && {
        'request-needs-document': 'documentId' as const,
        'document-not-found': 'documentId' as const,
        'recipient-owner': 'documentId' as const,
      }),
      'extension-shorter': 'expiresOn',
    },
    send: async ({ documentId, accessLevel, expiresOn, notes }) => {
      try {
        const { emailSent } = await call('POST /api/requests/:requestId/approve', {
          params: { requestId: request.id },
          body: {
            documentId,
            accessLevel: accessLevel || null,
            // Unchanged it is the very instant that was asked for, not the end of that day.
            expiresOn: expiresOn === asked ? null : expiresOn,
            notes,
          },
        })
        toast.success(success.approved)
        if (!emailSent)
          toast.warning(`The email to ${request.requesterEmail} could not be sent yet; it is tried again.`)
        onClose()
      } finally {
        // Also when it was refused: somebody else may have decided it.
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
      closeOnClickOutside={!form.isDirty()}
      size="lg"
      title={`Approve ${request.requesterName}'s request for ${request.documentName}?`}
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <RequestFacts request={request} />
          {picks && (
            <DocumentPicker
              label="Document"
              description={`The request names “${request.documentName}”. Choose the document that is meant.`}
              withAsterisk
              data-autofocus
              {...form.getInputProps('documentId')}
            />
          )}
          <WhichLevel unchanged={extension} {...form.getInputProps('accessLevel')} />
          <UntilWhen
            label="Access ends with"
            {...(asked
              ? { whenEmpty: `Without a date, as asked for: ${whenText(asked, now, timeZone)}.` }
              : {})}
            quick={!extension}
            {...form.day('expiresOn')}
          />
          <Textarea
            label="Note to the requester (optional)"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            {...form.getInputProps('notes')}
          />
          <FormFailure title={screen.approveFailed} error={form.failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={form.busy}>
              Cancel
            </Button>
            <SubmitButton busy={form.busy}>Approve</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
