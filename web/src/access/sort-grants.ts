import type { Grant } from '@deedbox/contract/grants.ts'
import { endOf } from '../lib/grant-end.ts'

const keys: Record<string, (grant: Grant) => string | number> = {
  userName: (grant) => grant.userName,
  grantedByName: (grant) => grant.grantedByName,
  accessLevel: (grant) => grant.accessLevel,
  status: (grant) => grant.status,
  grantedAt: (grant) => Date.parse(grant.grantedAt),
  endsAt: (grant) => Date.parse(endOf(grant) ?? '9999-12-31'),
}

/** Sorts grants by a column; equal ones keep the server's order. */
export function sortGrants(
  grants: Grant[],
  { by, direction }: { by: string; direction: 'asc' | 'desc' },
): Grant[] {
  const key = keys[by]
  if (!key) return grants
  const sign = direction === 'asc' ? 1 : -1
  return grants.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)]
    return sign * (typeof x === 'string' ? x.localeCompare(String(y), 'en-AU') : x - Number(y))
  })
}
