import { AuthCard } from '../accounts/auth-card.tsx'
import { InspectForm } from '../release/inspect-form.tsx'

/** Page /inspect, for anybody */
export function Component() {
  return (
    <AuthCard title="Ask to inspect a will">
      <InspectForm />
    </AuthCard>
  )
}
