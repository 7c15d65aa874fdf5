import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { distanceText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { Stacked } from '../ui/stacked.tsx'

/** Progress of an owner request in words, for its requester: 'Nobody has claimed it yet; sent 3 days ago'. */
export function Progress({ request }: { request: OwnerRequest }) {
  const { timeZone } = useDeployment()
  const now = useServerNow()
  const ago = (at: string | null) => (at ? distanceText(at, now, timeZone) : '')
  const {
    status,
    claimedByName,
    claimedAt,
    fulfilledAt,
    withdrawnAt,
    lastRemindedAt,
    createdAt,
    undeliveredMail,
  } = request
  const words = {
    pending: [
      undeliveredMail ? 'The email was not delivered' : 'Nobody has claimed it yet',
      undeliveredMail
        ? 'See Details for what to do'
        : lastRemindedAt
          ? `Sent ${ago(createdAt)}, reminded ${ago(lastRemindedAt)}`
          : `Sent ${ago(createdAt)}`,
    ],
    claimed: [`Claimed by ${claimedByName}`, ago(claimedAt)],
    fulfilled: [`Fulfilled by ${claimedByName}`, ago(fulfilledAt)],
    withdrawn: ['Withdrawn by you', ago(withdrawnAt)],
  } as const
  const [text, small] = words[status]
  return <Stacked text={text} small={small} />
}
