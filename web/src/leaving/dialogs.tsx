import { dayMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { List, Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

type Props = { id: string; name: string; onClose: () => void }

/** Marks an organisation as leaving, and says before what it means. */
export function LeaveDialog({ id, name, onClose }: Props) {
  const { timeZone } = useDeployment()
  const locks = new Date(useServerNow() + limits.leavingDays * dayMs).toISOString()
  return (
    <ReasonDialog
      title={`Mark ${name} as leaving?`}
      description="Administrators and the Org Admin read it in the audit trail."
      button="Mark as leaving"
      failure="Failed to mark this organisation as leaving"
      done={`${name} is leaving`}
      act={(reason) =>
        call('POST /api/organizations/:organizationId/leaving', {
          params: { organizationId: id },
          body: { reason },
        })
      }
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        <List.Item>
          It counts from today. Its people can take everything out until {dateText(locks, timeZone)}; they see
          that on every page, and are written to now, 30 and 7 days before, and on the day.
        </List.Item>
        <List.Item>
          Then its content is locked: nobody can open, download, share or change its documents, and access
          that was given to them ends for good.
        </List.Item>
        <List.Item>
          Nothing is destroyed by this. Until two administrators destroy its documents, you can let it stay,
          and they open again.
        </List.Item>
      </List>
    </ReasonDialog>
  )
}

/** Lets an organisation stay that was leaving. */
export function StayDialog({ id, name, locked, onClose }: Props & { locked: boolean }) {
  return (
    <ReasonDialog
      title={`Does ${name} stay?`}
      description="Administrators and the Org Admin read it in the audit trail."
      button="It stays"
      failure="Failed to let this organisation stay"
      done={`${name} stays`}
      act={(reason) =>
        call('POST /api/organizations/:organizationId/stay', {
          params: { organizationId: id },
          body: { reason },
        })
      }
      onClose={onClose}
    >
      <Text>
        {locked
          ? 'Its documents open again for its people and those who handle them. Access of others, which ended with the lock, does not come back.'
          : 'Its documents are not locked, and its people see no notice any more.'}
      </Text>
    </ReasonDialog>
  )
}
