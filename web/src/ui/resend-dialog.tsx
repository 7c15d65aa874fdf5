import { mailLabel } from '@deedbox/contract/mail-kinds.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { toast } from './toast.tsx'

/** Confirms that an email that failed for good is to be sent again. */
export function ResendDialog(props: {
  mail: { id: string; kind: string; recipient: string }
  onClose: () => void
}) {
  const { id, kind, recipient } = props.mail
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title={`Send “${mailLabel(kind)}” to ${recipient} again?`}
      confirm="Send again"
      failure={screen.resendMailFailed}
      act={async () => {
        const { emailSent } = await call('POST /api/mails/:mailId/resend', { params: { mailId: id } })
        if (emailSent) toast.success(`Email sent to ${recipient}`)
        else toast.warning('The email could not be sent yet. Deedbox will try again.')
        await refreshEverything()
      }}
    >
      The email is sent with its original text. If it cannot be sent now, Deedbox will keep trying for about
      two days.
    </ConfirmDialog>
  )
}
