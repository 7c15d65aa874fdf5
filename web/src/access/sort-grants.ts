import type { Grant } from '@deedbox/contract/access.ts'

/** When a grant ends by its dates: the earlier of the two. */
export function endOf(grant: Pick<Grant, 'expiresAt' | 'autoRevokeDate'>): string | null {
  const ends = [grant.expiresAt, grant.autoRevokeDate].filter((end) => end !== null)
  return ends.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}

const keys: Record<string, (grant: Grant) => string | number> = {
  userName: (grant) => grant.userName,
  grantedByName: (grant) => grant.grantedByName,
  grantedAt: (grant) => Date.parse(grant.grantedAt),
  endsAt: (grant) => Date.parse(endOf(grant) ?? '9999-12-31'),
}

/** The grants in the order of a column; equal ones stay as the server sent them. */
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
