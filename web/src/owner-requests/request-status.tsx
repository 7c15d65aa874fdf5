import type { OwnerRequestStatus } from '@deedbox/contract/request-terms.ts'
import { IconArrowBackUp, IconCircleCheck, IconHourglass, IconUserCheck } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

export const ownerRequestLooks = {
  pending: { tone: 'warning', icon: IconHourglass, text: 'Pending' },
  claimed: { tone: 'quiet', icon: IconUserCheck, text: 'Claimed' },
  withdrawn: { tone: 'quiet', icon: IconArrowBackUp, text: 'Withdrawn' },
  fulfilled: { tone: 'good', icon: IconCircleCheck, text: 'Fulfilled' },
} as const

/** An owner request's status in words, with its icon. */
export function RequestStatus({ status }: { status: OwnerRequestStatus }) {
  const { tone, icon, text } = ownerRequestLooks[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {text}
    </StatusBadge>
  )
}
