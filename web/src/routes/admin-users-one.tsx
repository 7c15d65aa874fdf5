import { useParams } from 'react-router'
import { PersonPage } from '../people/person-page.tsx'

/** Page /admin/users/{userId} */
export function Component() {
  const { userId = '' } = useParams()
  return <PersonPage key={userId} userId={userId} back={{ to: '/admin/users', label: 'Back to Users' }} />
}
