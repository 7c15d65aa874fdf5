import { UnclaimedRequests } from '../owner-requests/unclaimed-requests.tsx'
import { Waiting } from './waiting.tsx'

/** What is waiting for an administrator, and the owner requests that they can see but not claim. */
export default function AdminWaiting() {
  return (
    <>
      <Waiting empty="Nothing is waiting for you." />
      <UnclaimedRequests
        view="unclaimed"
        title="Owner requests that nobody has claimed"
        lead="Only a trustee can claim a request to a document owner."
        all="/trustee/requests"
      />
    </>
  )
}
