import { SegmentedControl } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useParam } from '../lib/use-param.ts'
import { EmptyState } from '../ui/states.tsx'
import { ReviewList } from './review-list.tsx'

const choices = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
  { value: 'all', label: 'All' },
] as const

/** All reviews that the person decides. */
export function Reviews() {
  const [param, setStatus] = useParam('status')
  const status = choices.find(({ value }) => value === param)?.value ?? 'waiting'
  return (
    <>
      <SegmentedControl
        aria-label="Which reviews"
        mb="md"
        data={[...choices]}
        value={status}
        onChange={(value) => setStatus(value === 'waiting' ? '' : value)}
      />
      <ReviewList
        query={{ status }}
        empty={
          <EmptyState icon={IconCalendarCheck} title="No review here">
            When the years that an administrator sets for a kind of document are over, its review waits here.
          </EmptyState>
        }
      />
    </>
  )
}
