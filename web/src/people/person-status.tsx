import { counted } from '@deedbox/contract/counts.ts'
import type { UserRow } from '@deedbox/contract/people.ts'
import { IconCircleCheck, IconFlag, IconHourglass, IconLock, IconX } from '@tabler/icons-react'
import { useServerNow } from '../lib/session.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

export const fullName = (user: Pick<UserRow, 'firstName' | 'lastName' | 'email'>) =>
  `${user.firstName} ${user.lastName}`.trim() || user.email

/** States of a person's account, the most serious first. */
export function PersonStatus({ user }: { user: UserRow }) {
  const now = useServerNow()
  if (user.deactivated)
    return (
      <StatusBadge tone="bad" icon={IconLock}>
        Deactivated
      </StatusBadge>
    )
  if (user.reports > 0)
    return (
      <StatusBadge tone="bad" icon={IconFlag}>
        {counted(user.reports, 'report')}
      </StatusBadge>
    )
  if (!user.confirmed)
    return (
      <StatusBadge tone="warning" icon={IconHourglass}>
        Unconfirmed
      </StatusBadge>
    )
  if (user.accessExpiresAt && Date.parse(user.accessExpiresAt) <= now)
    return (
      <StatusBadge tone="bad" icon={IconX}>
        Expired
      </StatusBadge>
    )
  return (
    <StatusBadge tone="good" icon={IconCircleCheck}>
      Active
    </StatusBadge>
  )
}
