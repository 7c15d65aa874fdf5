import { Anchor, Button, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { holds, useUser } from '../lib/session.ts'
import { EventList, type ListedEvent } from '../ui/event-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import { EventExport } from './event-export.tsx'
import { EventFilters } from './event-filters.tsx'
import { EvidenceDialog } from './evidence-dialog.tsx'
import { ProofDialog, proofColumn } from './proof-dialog.tsx'
import { useEventFilter } from './use-event-filter.ts'

const leads = {
  all: 'Everything that was done in Deedbox, by whom, when and from where. No event is ever changed or removed; names and texts go after the years that System Settings name.',
  documents:
    'Who saw, shared, asked for and changed the documents that you handle, and what you did yourself.',
  organization: 'What happened to your organisation’s documents and members, and what you did yourself.',
  own: 'What you did, and what happened to your own documents.',
}

/** Permissions of which one is needed to make evidence. */
const evidenceMakers = ['canManageSystem', 'canManageDocuments', 'canManageOrganization'] as const

/** Page /admin/audit: the events that the person sees; the server decides which these are. */
export function AuditPage() {
  const user = useUser()
  const { filter, active, set, clear } = useEventFilter()
  const lead = holds(user, 'canManageSystem')
    ? leads.all
    : holds(user, 'canManageDocuments')
      ? leads.documents
      : holds(user, 'canManageOrganization')
        ? leads.organization
        : leads.own
  const [making, setMaking] = useState(false)
  const mayProve = holds(user, ...evidenceMakers)
  const [proved, setProved] = useState<ListedEvent | null>(null)
  return (
    <>
      <PageHeader
        list
        title="Audit trail"
        lead={lead}
        actions={<EventExport filter={filter} onEvidence={mayProve ? () => setMaking(true) : undefined} />}
      />
      <Group component="search" justify="space-between" mb="md">
        <EventFilters filter={filter} active={active} onSet={set} onClear={clear} />
        {filter.document && (
          <span>
            Of{' '}
            <Anchor component={Link} to={`/documents/${filter.document}`}>
              one document
            </Anchor>{' '}
            only ·{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => set('document', '')}>
              Show all
            </Button>
          </span>
        )}
      </Group>
      <EventList
        label="Audit trail"
        filter={filter}
        actions={proofColumn(setProved)}
        empty={
          active > 0 ? (
            <NoMatch title="Nothing matches" onClear={clear} />
          ) : (
            <EmptyState icon={IconHistory} title="Nothing has happened yet">
              What you do in Deedbox is recorded here.
            </EmptyState>
          )
        }
      />
      {making && <EvidenceDialog filter={filter} onClose={() => setMaking(false)} />}
      {proved && <ProofDialog event={proved} onClose={() => setProved(null)} />}
    </>
  )
}
