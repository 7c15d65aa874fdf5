import { useParams } from 'react-router'
import { PersonPage } from '../people/person-page.tsx'

/** Page /b2b/users/{userId} */
export function Component() {
  const { userId = '' } = useParams()
  return <PersonPage key={userId} userId={userId} back={{ to: '/b2b/users', label: 'Back to Team' }} />
}
