import { useParams } from 'react-router'
import { HoldsOn } from '../holds/holds-on.tsx'
import { PersonPage } from '../people/person-page.tsx'

/** Page /admin/users/{userId} */
export function Component() {
  const { userId = '' } = useParams()
  return (
    <PersonPage
      key={userId}
      userId={userId}
      back={{ to: '/admin/users', label: 'Back to Users' }}
      holds={(name) => <HoldsOn kind="person" subject={userId} name={name} />}
    />
  )
}
