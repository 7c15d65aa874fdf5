import { Dashboard } from '../dashboard/dashboard.tsx'
import { UnclaimedSection } from '../dashboard/section.tsx'
import { UnclaimedRequests } from '../owner-requests/unclaimed-requests.tsx'
import { useQueueCells } from './waiting.tsx'

/** Page /dashboard of an administrator, with the owner requests that they can see but not claim. */
export default function AdminPage() {
  const { cells, dialog } = useQueueCells()
  return (
    <>
      <Dashboard
        cells={cells}
        unclaimed={
          <UnclaimedRequests
            frame={UnclaimedSection}
            view="unclaimed"
            title="Owner requests that nobody has claimed"
            lead="Only a trustee can claim a request to a document owner."
            all="/trustee/requests"
          />
        }
      />
      {dialog}
    </>
  )
}
