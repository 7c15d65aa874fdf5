import { Alert } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useDeployment, useUser } from '../lib/session.ts'

/** For a trustee whom no administrator has confirmed yet: what that means. */
export function WaitingNotice() {
  const { confirmed } = useUser()
  const { supportEmail } = useDeployment()
  if (confirmed) return null
  return (
    <Alert color="amber" icon={<IconHourglass />} title="Your account is waiting for confirmation" mb="lg">
      Until an administrator confirms that you are a trustee of this practice, you see and handle only your
      own documents, the access you give to them, and requests addressed to your own e-mail. Everything else
      works already.
      {supportEmail && (
        <>
          {' '}
          Questions: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </>
      )}
    </Alert>
  )
}
