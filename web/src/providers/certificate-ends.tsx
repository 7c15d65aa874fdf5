import { dayMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useServerNow } from '../lib/session.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'

type Ends = { ends: readonly string[] }

/** Ends of a provider's certificates. */
export const CertificateEnds = ({ ends }: Ends) =>
  ends.map((end, at) => (
    <span key={end}>
      {at > 0 && ', '}
      <When at={end} />
    </span>
  ))

/** Warns when the last certificate of a provider expires soon: the provider will begin to sign with one that is not here yet. */
export function CertificateWarning({ ends }: Ends) {
  const now = useServerNow()
  const last = Math.max(...ends.map(Date.parse))
  if (ends.length === 0 || last > now + limits.expiringSoonDays * dayMs) return null
  return (
    <StatusBadge tone={last <= now ? 'bad' : 'warning'} icon={IconAlertTriangle}>
      {last <= now ? 'Certificate has expired' : 'Certificate expires soon'}
    </StatusBadge>
  )
}
