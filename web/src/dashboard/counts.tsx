import type { SessionUser } from '@deedbox/contract/accounts.ts'
import type { Answer } from '../lib/api.ts'
import { holds } from '../lib/session.ts'
import { Tiles } from '../ui/tiles.tsx'

type CountsAnswer = Answer<'GET /api/dashboard'>

/** The counts as tiles; while they load the tiles keep their place. */
export function Counts({ counts, user }: { counts: CountsAnswer | undefined; user: SessionUser }) {
  const handles = holds(user, 'canManageDocuments', 'canManageOrganization')
  const tile = (label: string, value: number | null | undefined) => ({
    label,
    value: counts && (value ?? 0),
  })
  return (
    <Tiles
      tiles={[
        tile('Documents you can see', counts?.documents),
        ...(user.role === 'guest' ? [] : [tile('Your own documents', counts?.own)]),
        tile('Expiring within 30 days', counts?.expiringSoon),
        tile(handles ? 'Access given to others' : 'Access given to you', counts?.activeAccess),
        ...(holds(user, 'canManageSystem')
          ? [tile('People', counts?.users), tile('Trustees to confirm', counts?.unconfirmedTrustees)]
          : []),
      ]}
    />
  )
}
