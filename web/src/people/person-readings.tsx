import type { UserDetail } from '@deedbox/contract/people.ts'
import { Anchor, Group, SegmentedControl } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { EventList } from '../ui/event-list.tsx'
import { EmptyState } from '../ui/states.tsx'

const choices = [
  { value: 'by', label: 'What they saw' },
  { value: 'owner', label: 'Who saw theirs' },
]

/** The documents that a person read, and the people who read their own. */
export function PersonReadings({ user }: { user: UserDetail }) {
  const [which, setWhich] = useState('by')
  const owns = user.role !== 'guest'
  const filter = { [which]: user.email, group: 'readings', pages: 'hidden' } as const
  return (
    <>
      <Group justify="space-between" mb="md">
        {owns && (
          <SegmentedControl aria-label="Whose readings" data={choices} value={which} onChange={setWhich} />
        )}
        <Anchor component={Link} to={`/admin/audit?person=${encodeURIComponent(user.email)}`} size="sm">
          Everything in the audit trail
        </Anchor>
      </Group>
      <EventList
        label={which === 'by' ? 'What they saw' : 'Who saw theirs'}
        filter={filter}
        hide={which === 'by' ? ['Person'] : []}
        empty={
          <EmptyState
            icon={IconEye}
            title={which === 'by' ? 'They have not read any document' : 'Nobody has read their documents'}
          />
        }
      />
    </>
  )
}
