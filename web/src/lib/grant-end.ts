import type { Grant } from '@deedbox/contract/grants.ts'

/** Returns the end of a grant: when it was revoked, or the earlier of its two dates. */
export function endOf(
  grant: Pick<Grant, 'status' | 'expiresAt' | 'autoRevokeDate' | 'revokedAt'>,
): string | null {
  if (grant.status === 'revoked') return grant.revokedAt
  return earlierOf(grant.expiresAt, grant.autoRevokeDate)
}

/** Returns the earlier of two instants, either of which may be missing. */
export function earlierOf(...ends: (string | null)[]): string | null {
  const known = ends.filter((end) => end !== null)
  return known.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}
