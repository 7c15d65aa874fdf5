import type { Grant } from '@deedbox/contract/grants.ts'

/** Returns the end of a grant: the earlier of its two dates. */
export function endOf(grant: Pick<Grant, 'expiresAt' | 'autoRevokeDate'>): string | null {
  return earlierOf(grant.expiresAt, grant.autoRevokeDate)
}

/** Returns the earlier of two instants, either of which may be missing. */
export function earlierOf(...ends: (string | null)[]): string | null {
  const known = ends.filter((end) => end !== null)
  return known.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}
