import { fill, screen, success } from '@deedbox/contract/messages.ts'
import { Stack } from '@mantine/core'
import { call } from '../lib/api.ts'
import { documentsText, listText } from '../lib/list-text.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { LeftOut, type Named, Titles } from './left-out.tsx'

type Chosen = { documents: Named[]; leftOut?: Named[] }

/** Confirms documents at once. */
export async function confirmDetails(documents: Named[]): Promise<void> {
  await call('POST /api/documents/confirm', { body: { documentIds: documents.map(({ id }) => id) } })
  toast.success(
    fill(success.confirmed, { n: documents.length === 1 ? 'Details' : documentsText(documents.length) }),
  )
  void refreshEverything()
}

/** Unarchives documents, and names the chosen ones that are not archived. */
export async function bringBack({ documents, leftOut = [] }: Chosen): Promise<void> {
  await call('POST /api/documents/unarchive', { body: { documentIds: documents.map(({ id }) => id) } })
  const done = fill(success.unarchived, {
    n: documents.length === 1 ? 'Document' : documentsText(documents.length),
  })
  const titles = leftOut.map(({ title }) => title)
  toast.success(titles.length > 0 ? `${done}. Not archived: ${listText(titles, 3)}` : done)
  void refreshEverything()
}

/** Asks before the details of several documents are confirmed. */
export function ConfirmDetailsDialog(props: { documents: Named[]; leftOut?: Named[]; onClose: () => void }) {
  const what = documentsText(props.documents.length)
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
