import type { RequestStatus } from '@deedbox/contract/request-terms.ts'
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconClockX, IconHourglass } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const looks = {
  pending: { tone: 'warning', icon: IconHourglass },
  approved: { tone: 'good', icon: IconCircleCheck },
  denied: { tone: 'bad', icon: IconCircleX },
  withdrawn: { tone: 'quiet', icon: IconArrowBackUp },
  lapsed: { tone: 'quiet', icon: IconClockX },
} as const

export const requestStatusLabels: Record<RequestStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
}

/** A request's status in words, with its icon. */
export function RequestStatusBadge({ status }: { status: RequestStatus }) {
  const { tone, icon } = looks[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {requestStatusLabels[status]}
    </StatusBadge>
  )
}
