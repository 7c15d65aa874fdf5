import { useParams } from 'react-router'
import { PersonPage } from '../people/person-page.tsx'

/** Page /users/{userId} */
export function Component() {
  const { userId = '' } = useParams()
  return <PersonPage key={userId} userId={userId} back={{ to: '/users', label: 'Back to Manage Users' }} />
}
