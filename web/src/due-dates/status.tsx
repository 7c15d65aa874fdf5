import { dueStatuses } from '@deedbox/contract/due-date-terms.ts'
import { IconCalendarDue, IconCalendarOff, IconCalendarX, IconCircleCheck } from '@tabler/icons-react'
import { useToday } from '../lib/today.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { DueDate } from './queries.ts'

const badges = {
  open: { tone: 'quiet', icon: IconCalendarDue },
  done: { tone: 'good', icon: IconCircleCheck },
  not_needed: { tone: 'quiet', icon: IconCalendarOff },
} as const

/** The status of a date in words; one whose day has passed is overdue. */
export function DueStatusBadge({ status, dueOn }: DueDate) {
  const today = useToday()
  if (status === 'open' && dueOn !== null && dueOn < today)
    return (
      <StatusBadge tone="bad" icon={IconCalendarX}>
        Overdue
      </StatusBadge>
    )
  const { tone, icon } = badges[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {dueStatuses[status]}
    </StatusBadge>
  )
}
