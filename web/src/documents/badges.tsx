import { expiryPriority } from '@deedbox/contract/dates.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconClockExclamation, IconClockHour4, IconClockX } from '@tabler/icons-react'
import { useDaysUntil } from '../lib/today.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

const priorities = {
  expired: { tone: 'bad', icon: IconClockX, text: 'Expired' },
  critical: { tone: 'bad', icon: IconAlertTriangle, text: 'Critical' },
  high: { tone: 'warning', icon: IconClockExclamation, text: 'High' },
  medium: { tone: 'quiet', icon: IconClockHour4, text: 'Medium' },
} as const

/** The priority of an expiry date (specification, section 4); a low one has no badge. */
export function PriorityBadge({ expiryDate }: { expiryDate: string }) {
  const priority = expiryPriority(useDaysUntil()(expiryDate))
  if (priority === 'low') return null
  const { tone, icon, text } = priorities[priority]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {text}
      {priority !== 'expired' && <VisuallyHidden> priority</VisuallyHidden>}
    </StatusBadge>
  )
}
