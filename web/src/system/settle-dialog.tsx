import type { LogFinding } from '@deedbox/contract/log.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

/** Settles what a check of the log found, with what was found out about it. */
export const SettleDialog = ({ finding, onClose }: { finding: LogFinding; onClose: () => void }) => (
  <ReasonDialog
    title="Settle what the check found?"
    label="What you found out"
    description="The audit trail keeps it. What was changed stays changed, and evidence of the event shows it."
    button="Settle"
    failure={screen.settleFailed}
    done="Settled"
    act={(reason) => call('POST /api/log/settle', { body: { findingId: finding.id, reason } })}
    onClose={onClose}
  >
    <Text>{finding.problem}</Text>
  </ReasonDialog>
)
