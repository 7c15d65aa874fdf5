import { SegmentedControl } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { useParam } from '../lib/use-param.ts'
import { EmptyState } from '../ui/states.tsx'
import { HoldList } from './hold-list.tsx'

const choices = [
  { value: 'in-force', label: 'In force' },
  { value: 'asked', label: 'Lifting asked for' },
  { value: 'ended', label: 'Ended' },
  { value: 'all', label: 'All' },
] as const

/** All legal holds, for administrators. */
export function Holds() {
  const [param, setStatus] = useParam('status')
  const status = choices.find(({ value }) => value === param)?.value ?? 'in-force'
  return (
    <>
      <SegmentedControl
        aria-label="Which legal holds"
        mb="md"
        data={[...choices]}
        value={status}
        onChange={(value) => setStatus(value === 'in-force' ? '' : value)}
      />
      <HoldList
        query={{ status }}
        empty={
          <EmptyState icon={IconLockOpen} title="No legal hold here">
            A legal hold keeps a document, or all of a client, a person or an organisation, from being
            removed. Set one on the page of what it is on.
          </EmptyState>
        }
      />
    </>
  )
}
