import type { Grant } from '@deedbox/contract/access.ts'

/** When a grant ends by its dates: the earlier of the two. */
export function endOf(grant: Pick<Grant, 'expiresAt' | 'autoRevokeDate'>): string | null {
  const ends = [grant.expiresAt, grant.autoRevokeDate].filter((end) => end !== null)
  return ends.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}
