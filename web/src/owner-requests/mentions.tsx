import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { When } from '../ui/when.tsx'
import { RequestStatus } from './request-status.tsx'

const shown = 5

/** Requests to owners that mention a name, among those that the person received; nothing where there are none. */
export function OwnerRequestsMentioning({ name }: { name: string }) {
  const { data } = useQuery({
    queryKey: ['owner-requests', 'mentioning', name],
    queryFn: ({ signal }) =>
      call('GET /api/owner-requests', { query: { view: 'received', search: name, limit: shown }, signal }),
  })
  if (!data || data.requests.length === 0) return null
  return (
    <>
      <h3>Requests to you as an owner that mention this client</h3>
      <ul>
        {data.requests.map((request) => (
          <li key={request.id}>
            <Link to={`/owner-request/${request.id}`}>{request.requesterName}</Link>,{' '}
            <When at={request.createdAt} /> <RequestStatus status={request.status} />
          </li>
        ))}
      </ul>
      {data.total > shown && <p>And {data.total - shown} more.</p>}
    </>
  )
}
