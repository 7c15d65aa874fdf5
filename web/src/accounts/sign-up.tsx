import { roleLabel } from '@deedbox/contract/permissions.ts'
import { Alert, Anchor, Text } from '@mantine/core'
import { IconFileDescription, IconMailOpened } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearchParams } from 'react-router'
import { call, messageOf } from '../lib/api.ts'
import { useDeployment, useSession } from '../lib/session.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { AuthCard } from './auth-card.tsx'
import { useReturnTo } from './return-to.ts'
import { SignUpClosed, SupportLine } from './sign-up-closed.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/**
 * Page /signup (specification, section 2). Query: `role` (trustee or requestor), `request` (an owner request's id: the account is a trustee's and
 * that request opens afterwards), `invitation` (a token that stands for an email and a role).
 */
export function SignUp() {
  const [query] = useSearchParams()
  const { user } = useSession()
  const { signUp } = useDeployment()
  const { target, carry } = useReturnTo()
  const role = query.get('role')
  const request = role === 'trustee' ? query.get('request') : null
  const token = query.get('invitation')
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      call('GET /api/invitations/:invitationId', { params: { invitationId: token ?? '' }, signal }),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const requestPath = request ? `/owner-request/${encodeURIComponent(request)}` : null
  const after = requestPath ?? target

  if (user) return <Navigate to={after} replace />
  if (signUp === 'closed') return <SignUpClosed />
  if (token !== null && invitation.isPending) return <PageLoading />
  const invited = invitation.data
  return (
    <AuthCard
      title="Create your account"
      lead="We will send a six-digit code to your email address to check that it is yours."
      footer={
        <>
          Already have an account?{' '}
          <Anchor
            component={Link}
            to={requestPath ? `/login?redirect=${encodeURIComponent(requestPath)}` : carry('/login')}
            inherit
          >
            Sign in
          </Anchor>
        </>
      }
    >
      {requestPath && (
        <Alert
          color="brass"
          icon={<IconFileDescription />}
          title="Somebody has asked you for documents"
          mb="md"
        >
          Create a trustee account, then claim the request, upload the documents and share them with the
          person who asked. Apart from the two of you, only the trustees and administrators here can open
          them.
        </Alert>
      )}
      {invited && (
        <Alert
          color="brass"
          icon={<IconMailOpened />}
          title={`${invited.invitedBy} has invited you to Deedbox`}
          mb="md"
        >
          Your role will be: <strong>{roleLabel(invited.role)}</strong>
          {invited.organizationName && <> at {invited.organizationName}</>}.
        </Alert>
      )}
      {signUp === 'invited' && !invited && !requestPath && (
        <Alert color="brass" icon={<IconMailOpened />} title="By invitation only" mb="md">
          Use the email that your invitation was sent to. <SupportLine />
        </Alert>
      )}
      {invitation.error && (
        <Alert color="amber" role="alert" mb="md">
          {messageOf(invitation.error)}
        </Alert>
      )}
      {requestPath && (
        <Text size="sm" mb="md">
          Account type: <strong>{roleLabel('trustee')}</strong>
        </Text>
      )}
      <SignUpForm
        invited={invited ?? null}
        role={role === 'trustee' || role === 'requestor' ? role : null}
        fixedRole={requestPath !== null || invited !== undefined || signUp === 'invited'}
        returnTo={after}
        carry={carry}
      />
    </AuthCard>
  )
}
