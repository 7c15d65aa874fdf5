import { countText } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, Tabs } from '@mantine/core'
import { IconBuilding, IconLock, IconLockOpen, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Answer, ApiError } from '../lib/api.ts'
import { useKeptRefusal } from '../lib/kept-refusal.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { Changes } from './changes.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { OrganizationDocuments } from './documents.tsx'
import { OrganizationFacts } from './facts.tsx'
import { Members } from './members.tsx'
import { OrganizationDialog } from './organization-dialog.tsx'
import { useOrganization } from './queries.ts'
import { OrganizationStatus } from './status.tsx'

const back = { to: '/admin/organizations', label: 'Back to Organizations' }

type Parts = {
  takeOut: ReactNode
  requests: ReactNode
  signIn: ReactNode
  holds: (name: string) => ReactNode
  leaving: (name: string) => ReactNode
}

/** Page of an organisation: details, members, documents (with `takeOut`), requests (`requests`), sign-in providers (`signIn`), legal holds (`holds`), leaving (`leaving`) and changes. */
export function OrganizationPage(props: { organizationId: string } & Parts) {
  const asked = useOrganization(props.organizationId)
  const { data, refetch } = asked
  const error = useKeptRefusal(asked, props.organizationId)
  if (data) return <Whole {...props} {...data} />
  if (!error) return <PageLoading />
  const gone = error instanceof ApiError && (error.status === 404 || error.code === 'invalid-input')
  return (
    <>
      <PageHeader title="Organisation" back={back} />
      {gone ? (
        <EmptyState icon={IconBuilding} title="Organisation not found" />
      ) : (
        <ErrorState title={screen.loadOrganization} error={error} onRetry={refetch} />
      )}
    </>
  )
}

function Whole(props: Answer<'GET /api/organizations/:organizationId'> & Parts) {
  const { organization, lockedOut } = props
  const { id, name, deactivatedAt } = organization
  const [open, setOpen] = useState<'edit' | 'deactivate' | null>(null)
  const [params, setParams] = useSearchParams()
  const close = () => setOpen(null)
  const tabs: Record<string, [label: string, count: number | null, content: ReactNode]> = {
    members: ['Members', organization.members, <Members key="members" name={name} />],
    documents: [
      'Documents',
      organization.documents,
      <OrganizationDocuments key="documents" id={id} name={name} takeOut={props.takeOut} />,
    ],
    requests: ['Requests', organization.requests, props.requests],
    'sign-in': ['Sign-in', null, props.signIn],
    holds: ['Legal holds', null, props.holds(name)],
    leaving: ['Leaving', null, props.leaving(name)],
    changes: ['Changes', null, <Changes key="changes" id={id} name={name} />],
  }
  const tab = Object.keys(tabs).find((known) => known === params.get('tab')) ?? 'members'
  const StateIcon = deactivatedAt ? IconLockOpen : IconLock
  return (
    <>
      <PageHeader
        title={name}
        back={back}
        lead={<OrganizationStatus {...organization} />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<StateIcon size={16} aria-hidden="true" />}
              onClick={() => setOpen('deactivate')}
            >
              {deactivatedAt ? 'Reactivate' : 'Deactivate'}
            </Button>
            <Button leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => setOpen('edit')}>
              Edit
            </Button>
          </>
        }
      />
      <OrganizationFacts organization={organization} />
      <Tabs
        value={tab}
        onChange={(chosen) =>
          setParams(chosen && chosen !== 'members' ? { tab: chosen } : {}, { preventScrollReset: true })
        }
        keepMounted={false}
        mt="xl"
      >
        <Tabs.List aria-label={`More about ${name}`}>
          {Object.entries(tabs).map(([value, [label, count]]) => (
            <Tabs.Tab key={value} value={value}>
              {count === null ? label : `${label} (${countText(count)})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(tabs).map(([value, [, , content]]) => (
          <Tabs.Panel key={value} value={value} pt="md">
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
      {open === 'edit' && <OrganizationDialog organization={organization} onClose={close} />}
      {open === 'deactivate' && (
        <DeactivateDialog organization={organization} lockedOut={lockedOut} onClose={close} />
      )}
    </>
  )
}
