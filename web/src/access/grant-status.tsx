import type { Grant } from '@deedbox/contract/access.ts'
import { IconBan, IconCircleCheck, IconClockX } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

const looks = {
  active: { tone: 'good', icon: IconCircleCheck, text: 'Active' },
  expired: { tone: 'bad', icon: IconClockX, text: 'Expired' },
  revoked: { tone: 'quiet', icon: IconBan, text: 'Revoked' },
} as const

/** A grant's status in words, with its icon. */
export function GrantStatus({ status }: { status: Grant['status'] }) {
  const { tone, icon, text } = looks[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {text}
    </StatusBadge>
  )
}
