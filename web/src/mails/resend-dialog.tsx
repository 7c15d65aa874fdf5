import { screen } from '@deedbox/contract/messages.ts'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { kindLabel } from './kinds.ts'

/** Asks before a mail that failed for good is sent again. */
export function ResendDialog(props: {
  mail: { id: string; kind: string; recipient: string }
  onClose: () => void
}) {
  const { id, kind, recipient } = props.mail
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title={`Send “${kindLabel(kind)}” to ${recipient} again?`}
      confirm="Send again"
      failure={screen.resendMailFailed}
      act={async () => {
        const { emailSent } = await call('POST /api/mails/:mailId/resend', { params: { mailId: id } })
        if (emailSent) toast.success(`E-mail to ${recipient} sent`)
        else toast.warning('The e-mail could not be sent yet; it is tried again.')
        await refreshEverything()
      }}
    >
      It goes out with the words it was to have the first time. If it cannot be sent now, it is tried again
      for about two days.
    </ConfirmDialog>
  )
}
