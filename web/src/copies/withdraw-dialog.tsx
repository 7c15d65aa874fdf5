import type { Copy } from '@deedbox/contract/copies.ts'
import { copyKinds } from '@deedbox/contract/copy-terms.ts'
import { Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

/** Withdraws a copy for good. */
export function WithdrawDialog({ copy, onClose }: { copy: Copy; onClose: () => void }) {
  const what = copyKinds[copy.kind].toLowerCase()
  return (
    <ReasonDialog
      title={`Withdraw this ${what}${copy.sourceTitle ? ` of ${copy.sourceTitle}` : ''}?`}
      button="Withdraw"
      color="wax"
      failure="Failed to withdraw the copy"
      done="The copy was withdrawn"
      act={(reason) =>
        call('POST /api/copies/:copyId/withdraw', { params: { copyId: copy.id }, body: { reason } })
      }
      onClose={onClose}
    >
      <Text>
        Anyone who checks its code is told from now on that it was withdrawn, and people who have access to it
        get an email with your reason. This cannot be undone; you can make another copy.
      </Text>
    </ReasonDialog>
  )
}
