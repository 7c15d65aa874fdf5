import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/sharing.ts'
import { Button, Group } from '@mantine/core'
import { IconLock, IconMailQuestion } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { useSession } from '../lib/session.ts'
import { OwnerRequestPage } from '../owner-requests/owner-request-page.tsx'
import { Notice } from '../shell/notice.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { ErrorState } from '../ui/states.tsx'

/** Page /owner-request/{requestId}, which the email to an owner links to, whether or not they have an account. */
export function Component() {
  const { requestId = '' } = useParams()
  const { session, user, error, retry } = useSession()
  if (!session && error) return <ErrorState title={screen.loadData} error={error} onRetry={retry} />
  if (!session) return <PageLoading />
  if (!user) return <AuthenticationRequired requestId={requestId} />
  return <OwnerRequestPage key={requestId} requestId={requestId} hidden={<Hidden email={user.email} />} />
}

function AuthenticationRequired({ requestId }: { requestId: string }) {
  const id = encodeURIComponent(requestId)
  return (
    <Notice
      icon={IconMailQuestion}
      title="Authentication Required"
      action={
        <Group justify="center">
          <Button component={Link} to={`/login?redirect=${encodeURIComponent(`/owner-request/${id}`)}`}>
            Sign In
          </Button>
          <Button component={Link} to={`/signup?role=trustee&request=${id}`} variant="default">
            Create Trustee Account
          </Button>
        </Group>
      }
    >
      Somebody has asked you to share documents with them. Sign in to see the request, or create a trustee
      account with the email address that the request was sent to.
    </Notice>
  )
}

/** Message in the specification's words, with the most likely reason. */
function Hidden({ email }: { email: string }) {
  return (
    <Notice
      icon={IconLock}
      title={errors['owner-request-hidden'].message}
      action={
        <Button component={Link} to="/dashboard">
          Go to the dashboard
        </Button>
      }
    >
      You are signed in as {email}. If the request was sent to another of your email addresses, sign out, open
      the link in the email again and sign in with that address.
    </Notice>
  )
}
