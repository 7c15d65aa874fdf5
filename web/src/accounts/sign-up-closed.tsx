import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useDeployment } from '../lib/session.ts'
import { AuthCard } from './auth-card.tsx'
import { useReturnTo } from './return-to.ts'

/** Page /signup while nobody can make an account. */
export function SignUpClosed() {
  const { carry } = useReturnTo()
  return (
    <AuthCard
      title="Sign-up is closed"
      footer={
        <>
          Already have an account?{' '}
          <Anchor component={Link} to={carry('/login')} inherit>
            Sign in
          </Anchor>
        </>
      }
    >
      <p>
        New accounts cannot be made here at the moment, with or without an invitation. <SupportLine />
      </p>
    </AuthCard>
  )
}

/** Line that says whom to ask. */
export function SupportLine() {
  const { supportEmail } = useDeployment()
  if (!supportEmail) return null
  return (
    <>
      Questions: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </>
  )
}
