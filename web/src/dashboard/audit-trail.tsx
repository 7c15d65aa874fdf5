import { limits } from '@deedbox/contract/limits.ts'
import { Anchor, Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { EventList } from '../ui/event-list.tsx'
import classes from './dashboard.module.css'
import { ShareActivity } from './share-activity.tsx'

const lists = {
  readings: {
    label: 'Readings',
    filter: { group: 'readings', pages: 'hidden' },
    empty:
      'Each time somebody views, searches, prints or downloads one of your documents, it is recorded here.',
  },
  requests: {
    label: 'Requests',
    filter: { group: 'requests' },
    empty: 'Every request for access, and what was decided, is recorded here.',
  },
  documents: {
    label: 'Changes',
    filter: { group: 'documents' },
    empty: 'Every upload, correction, archiving and deletion is recorded here.',
  },
} as const
const isList = (value: string): value is keyof typeof lists => Object.hasOwn(lists, value)
const choices = [
  { value: 'sharing', label: 'Sharing' },
  ...Object.entries(lists).map(([value, { label }]) => ({ value, label })),
]

/** The audit trail of the documents that a trustee handles, by topic: the first 8 entries, and Load More. */
export function AuditTrail() {
  const [which, setWhich] = useState('sharing')
  const list = isList(which) ? lists[which] : null
  return (
    <>
      <Group justify="space-between" mb="sm">
        <SegmentedControl aria-label="Which events" data={choices} value={which} onChange={setWhich} />
        <Anchor component={Link} to="/admin/audit" size="sm">
          Whole audit trail
        </Anchor>
      </Group>
      {list ? (
        <EventList
          label="Audit trail"
          filter={list.filter}
          first={limits.dashboard.auditTrail}
          hide={['Address']}
          empty={<p className={classes.nothing}>{list.empty}</p>}
        />
      ) : (
        <ShareActivity />
      )}
    </>
  )
}
