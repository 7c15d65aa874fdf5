import { accessStatusLabels } from '@deedbox/contract/document-terms.ts'
import type { Grant } from '@deedbox/contract/grants.ts'
import { IconBan, IconCircleCheck, IconClockX } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const looks = {
  active: { tone: 'good', icon: IconCircleCheck },
  expired: { tone: 'bad', icon: IconClockX },
  revoked: { tone: 'quiet', icon: IconBan },
} as const

/** A grant's status in words, with its icon. */
export function GrantStatus({ status }: { status: Grant['status'] }) {
  const { tone, icon } = looks[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {accessStatusLabels[status]}
    </StatusBadge>
  )
}
