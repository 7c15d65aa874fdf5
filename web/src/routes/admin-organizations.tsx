import { Organizations } from '../organizations/organizations.tsx'
import { WaitingDomains } from '../providers/waiting-domains.tsx'

/** Page /admin/organizations */
export function Component() {
  return <Organizations notice={<WaitingDomains />} />
}
