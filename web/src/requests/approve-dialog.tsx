import { dayOf } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/sharing.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { Button, Stack, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { call } from '../lib/api.ts'
import { whenText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useSuggestedEnd } from '../ui/suggested-end.ts'
import { toast } from '../ui/toast.tsx'
import { UntilWhen } from '../ui/until-when.tsx'
import { type AccessLevel, WhichLevel } from '../ui/which-level.tsx'
import { DocumentToOpen } from './document-to-open.tsx'
import { RequestFacts } from './request-facts.tsx'
import classes from './requests.module.css'

/**
 * Approves a request. The document to share is shown beside the request and can be replaced, unless the request is for more time; the requested level
 * and end date are filled in and can be changed.
 */
export function ApproveDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const today = useToday()
  const now = useServerNow()
  const { timeZone } = useDeployment()
  const extension = request.extensionType !== null
  const [choosing, setChoosing] = useState(request.documentId === null)
  const id = useId()
  const asked = request.requestedExpiry && dayOf(request.requestedExpiry, timeZone)
  const form = useServerForm({
    initialValues: {
      documentId: request.documentId,
      /** Level of access; '' keeps it, for an extension. */
      accessLevel: (extension ? '' : (request.requestedAccessLevel ?? 'download')) as AccessLevel | '',
      expiresOn: useSuggestedEnd(asked),
      notes: '',
    },
    validate: {
      documentId: (id) => (id ? null : errors['request-needs-document'].message),
    },
    days: {
      // Day of the end, which is required if the requested one has passed by now.
      expiresOn:
        asked && asked < today ? { kind: 'future', required: screen.dayRequired } : { kind: 'future' },
    },
    fieldOf: {
      ...(choosing && {
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
            // Day of the end; null keeps the exact requested time instead of the end of that day.
            expiresOn: expiresOn === asked ? null : expiresOn,
            notes,
          },
        })
        toast.success(success.approved)
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
  const { documentId } = form.values
  return (
    <Dialog
      onClose={close}
      size={extension ? 'lg' : 'min(60rem, 100%)'}
      title={
        extension
          ? `Give ${request.requesterName} more time for ${request.documentName}?`
          : `Approve ${request.requesterName}'s request for ${request.documentName}?`
      }
    >
      <form noValidate onSubmit={form.submit}>
        <Stack>
          {extension ? (
            // The document is the one that the requester reads already, so that only the time is in question.
            <RequestFacts request={request} />
          ) : (
            <div className={classes.beside}>
              <section aria-labelledby={`${id}-asked`}>
                <h3 id={`${id}-asked`}>What was asked for</h3>
                <RequestFacts request={request} />
              </section>
              <section aria-labelledby={`${id}-document`}>
                <h3 id={`${id}-document`}>What will be opened</h3>
                <p className={classes.quiet}>{howFound(request)}</p>
                {choosing && (
                  <DocumentPicker
                    label="Document"
                    w="100%"
                    withAsterisk
                    data-autofocus
                    {...form.getInputProps('documentId')}
                  />
                )}
                {documentId && (
                  // Document with a key, so that nothing of the former one shows for a moment.
                  <DocumentToOpen key={documentId} documentId={documentId} request={request} />
                )}
                {!choosing && (
                  <Button variant="default" size="compact-sm" onClick={() => setChoosing(true)}>
                    Choose another document
                  </Button>
                )}
              </section>
            </div>
          )}
          <div className={classes.beside}>
            <WhichLevel unchanged={extension} {...form.getInputProps('accessLevel')} />
            <UntilWhen
              label="Access ends with"
              {...(asked
                ? { whenEmpty: `If left empty, as requested: ${whenText(asked, now, timeZone)}.` }
                : {})}
              quick={!extension}
              {...form.day('expiresOn')}
            />
          </div>
          <Textarea
            label="Note to the requester (optional)"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            {...form.getInputProps('notes')}
          />
          <FormFailure title={screen.approveFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={close} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Approve</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Says how the document was found, so that the reviewer can check that it is the right one. */
function howFound({ askedName, documentName, documentId }: AccessRequest): string {
  if (!documentId)
    return `The request only names a title, “${askedName}”, which does not identify one document. Please choose the right one.`
  return askedName.toLowerCase() === documentName.toLowerCase()
    ? 'The request only names a title. This is the only document with that title.'
    : `The request says “${askedName}”.`
}
