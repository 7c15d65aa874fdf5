import { counted } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Stack } from '@mantine/core'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { confirmDetails } from './confirming.ts'
import { LeftOut, type Named, Titles } from './left-out.tsx'

/** Asks before the details of several documents are confirmed. */
export function ConfirmDetailsDialog(props: { documents: Named[]; leftOut?: Named[]; onClose: () => void }) {
  const what = counted(props.documents.length, 'document')
  return (
    <ConfirmDialog
      title={`Confirm the details of ${what}?`}
      confirm={`Confirm ${what}`}
      failure={screen.confirmFailed}
      onClose={props.onClose}
      act={() => confirmDetails(props.documents)}
    >
      <Stack>
        <div>Their titles, types, clients and expiry dates are right. They can still be corrected later.</div>
        <Titles documents={props.documents} />
        <LeftOut action="confirm" documents={props.leftOut ?? []} />
      </Stack>
    </ConfirmDialog>
  )
}
