import { UnclaimedSection } from '../dashboard/section.tsx'
import { UnclaimedRequests } from '../owner-requests/unclaimed-requests.tsx'

/** The requests that a requestor sent to document owners and that nobody has claimed. */
export default function SentRequests() {
  return (
    <UnclaimedRequests
      frame={UnclaimedSection}
      view="sent"
      title="Your requests that nobody has claimed"
      lead="Sent to document owners."
      all="/requestor/documents?tab=my-requests"
    />
  )
}
