import { useParams } from 'react-router'
import { AuthCard } from '../accounts/auth-card.tsx'
import { InspectEvidence } from '../release/inspect-evidence.tsx'

/** Page /inspect/evidence/:token, for whoever asked to inspect a will */
export function Component() {
  const { token = '' } = useParams()
  return (
    <AuthCard title="Evidence for your request">
      <InspectEvidence token={token} />
    </AuthCard>
  )
}
