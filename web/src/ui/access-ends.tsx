import { accessBadge } from '@deedbox/contract/dates.ts'
import { IconHourglassLow } from '@tabler/icons-react'
import { useDaysUntil } from '../lib/today.ts'
import { StatusBadge } from './status-badge.tsx'

/** 'Expiring soon' or 'Auto-revoke soon' by the days that remain until `at` (specification, section 2); nothing when it is far. */
export function AccessBadge({ at }: { at: string }) {
  const badge = accessBadge(useDaysUntil()(at))
  if (!badge) return null
  return (
    <StatusBadge tone={badge === 'Expiring soon' ? 'bad' : 'warning'} icon={IconHourglassLow}>
      {badge}
    </StatusBadge>
  )
}
