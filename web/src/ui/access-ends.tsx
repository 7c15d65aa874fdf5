import { accessBadge } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { IconHourglassLow } from '@tabler/icons-react'
import { distanceText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { useDaysUntil } from '../lib/today.ts'
import { StatusBadge } from './status-badge.tsx'
import { WhenStacked } from './when-stacked.tsx'

/** Badge 'Expiring soon' or 'Auto-revoke soon' by the days that remain until `at` (specification, section 2); nothing if that is far off. */
export function AccessBadge({ at }: { at: string }) {
  const badge = accessBadge(useDaysUntil()(at))
  if (!badge) return null
  return (
    <StatusBadge tone={badge === 'Expiring soon' ? 'bad' : 'warning'} icon={IconHourglassLow}>
      {badge}
    </StatusBadge>
  )
}

/** End of access as distance and date; as days remaining once there is a badge for it. */
export function AccessEnds({ at }: { at: string }) {
  const { timeZone } = useDeployment()
  const now = useServerNow()
  const days = useDaysUntil()(at)
  const counted = days > 1 && days <= limits.autoRevokeSoonDays
  return <WhenStacked at={at} distance={counted ? `${days} days left` : distanceText(at, now, timeZone)} />
}
