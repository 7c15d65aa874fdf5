import { success } from '@deedbox/contract/messages.ts'
import { Anchor } from '@mantine/core'
import { startAnew } from '../lib/session.ts'
import { toast } from '../ui/toast.tsx'
import { AuthCard } from './auth-card.tsx'
import { SecondStepForm } from './second-step-form.tsx'

/** The second step of /login, for somebody whose password was right, even after a reload and in another tab. */
export default function SecondStep({ email }: { email: string }) {
  return (
    <AuthCard
      key="second step"
      title="Confirm that it is you"
      lead={
        <>
          Signing in as <strong>{email}</strong>
        </>
      }
      footer={
        <Anchor
          component="button"
          type="button"
          inherit
          onClick={() => startAnew().catch((error) => toast.failure('Failed to sign out', error))}
        >
          Use another account
        </Anchor>
      }
    >
      <SecondStepForm onPassed={() => toast.success(success.login)} />
    </AuthCard>
  )
}
