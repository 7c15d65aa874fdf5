import { useParams } from 'react-router'
import { Owners } from '../parties/owners.tsx'

/** Page /matters/{matterId}/owners */
export function Component() {
  const { matterId = '' } = useParams()
  return <Owners key={matterId} matterId={matterId} />
}
