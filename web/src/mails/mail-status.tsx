import { IconCircleCheck, IconClockHour4, IconX } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'

export const mailStatuses = {
  failed: { tone: 'bad', icon: IconX, text: 'Failed' },
  waiting: { tone: 'warning', icon: IconClockHour4, text: 'Waiting' },
  sent: { tone: 'good', icon: IconCircleCheck, text: 'Sent' },
} as const

export function MailStatus({ status }: { status: keyof typeof mailStatuses }) {
  const { tone, icon, text } = mailStatuses[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {text}
    </StatusBadge>
  )
}
