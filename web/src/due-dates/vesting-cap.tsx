import { certainties } from '@deedbox/contract/sourced-terms.ts'
import { beyondCap, vestingCapOf } from '@deedbox/contract/vesting-caps.ts'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { When } from '../ui/when.tsx'

/** Says up to when the law lets the trust of a matter run, with its source and certainty, and warns of a day beyond. It proposes no day. */
export function VestingCap({ matterId, day }: { matterId: string; day: string | null }) {
  const { data: matter } = useQuery({
    queryKey: ['matters', 'one', matterId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/matters/:matterId', { params: { matterId }, signal })).matter,
  })
  const { data: chain } = useQuery({
    queryKey: ['matters', 'chain', matterId],
    queryFn: ({ signal }) => call('GET /api/matters/:matterId/chain', { params: { matterId }, signal }),
  })
  const cap = matter && vestingCapOf(matter)
  if (!cap) return null
  // The first deed made the trust; without its day of signing nothing can be compared.
  const deed = chain?.papers.find(({ kind }) => kind === 'trust_deed')
  const beyond = beyondCap(cap, deed?.executedOn ?? null, day)
  return (
    <Alert
      role={beyond ? 'alert' : 'note'}
      color={beyond ? 'amber' : 'gray'}
      icon={beyond ? <IconAlertTriangle aria-hidden="true" /> : <IconInfoCircle aria-hidden="true" />}
      title={
        beyond && deed?.executedOn
          ? `This is more than ${cap.years} years after the deed of ${dateText(deed.executedOn, 'UTC')}`
          : 'What the law allows at most'
      }
    >
      {cap.says} {cap.source}. {certainties[cap.certainty]}
      {cap.readOn && (
        <>
          {' '}
          on <When at={cap.readOn} />
        </>
      )}
      . The vesting date is the deed’s: enter it as the deed says, with clause and page.
    </Alert>
  )
}
