import { Alert } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useDeployment, useUser } from '../lib/session.ts'

/** Explains to a trustee what is possible until an administrator has confirmed them. */
export function WaitingNotice() {
  const { confirmed } = useUser()
  const { supportEmail } = useDeployment()
  if (confirmed) return null
  return (
    <Alert color="amber" icon={<IconHourglass />} title="Your account is waiting for confirmation" mb="lg">
      An administrator must confirm that you are a trustee of this practice. Until then you can only see and
      manage your own documents, access to them, and requests sent to your own email address. You can share
      with people who already have an account, but cannot invite anyone yet. We will email you once you are
      confirmed.
      {supportEmail && (
        <>
          {' '}
          Questions: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </>
      )}
    </Alert>
  )
}
