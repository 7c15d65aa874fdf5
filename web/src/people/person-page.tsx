import type { UserDetail } from '@deedbox/contract/people.ts'
import { roleLabel } from '@deedbox/contract/permissions.ts'
import { Tabs } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, call } from '../lib/api.ts'
import { useKeptRefusal } from '../lib/kept-refusal.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { Invitations } from './invitations.tsx'
import { PersonDialog } from './person-dialogs.tsx'
import { PersonDocuments } from './person-documents.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonReadings } from './person-readings.tsx'
import { PersonRequests } from './person-requests.tsx'
import { fullName, PersonStatus } from './person-status.tsx'
import { type PersonAction, RowActions } from './row-actions.tsx'

type Back = { to: string; label: string }

const tabs = {
  open: 'What they can open',
  own: 'Their documents',
  readings: 'What they saw',
  requests: 'Their requests',
  invitations: 'Their invitations',
} as const

/** Page of a person: facts, documents that they can open and why, documents they own, requests, people they invited, and legal holds (`holds`) for those who see them. */
export function PersonPage(props: { userId: string; back: Back; holds?: (name: string) => ReactNode }) {
  const { userId, back } = props
  const asked = useQuery({
    queryKey: ['users', userId, 'person'],
    queryFn: ({ signal }) => call('GET /api/users/:userId', { params: { userId }, signal }),
  })
  const { data, refetch } = asked
  const error = useKeptRefusal(asked, userId)
  if (data) return <Person user={data.user} back={back} holds={props.holds} />
  if (!error) return <PageLoading />
  const gone = error instanceof ApiError && (error.status === 404 || error.code === 'invalid-input')
  return (
    <>
      <PageHeader title="Person" back={back} />
      {gone ? (
        <EmptyState icon={IconUserOff} title="Person not found" />
      ) : (
        <ErrorState title="Failed to load this person" error={error} onRetry={refetch} />
      )}
    </>
  )
}

function Person(props: { user: UserDetail; back: Back; holds: ((name: string) => ReactNode) | undefined }) {
  const { user, back } = props
  const [action, setAction] = useState<PersonAction | null>(null)
  const [params, setParams] = useSearchParams()
  const known = [...Object.keys(tabs), ...(props.holds ? ['holds'] : [])]
  const tab = known.find((name) => name === params.get('tab')) ?? 'open'
  const name = fullName(user)
  return (
    <>
      <PageHeader
        title={name}
        back={back}
        lead={
          <>
            {roleLabel(user.role, user.professionalType)}
            {user.organizationName && ` at ${user.organizationName}`} <PersonStatus user={user} />
          </>
        }
        actions={<RowActions page user={user} name={name} onChoose={setAction} />}
      />
      <PersonFacts user={user} />
      <Tabs
        value={tab}
        onChange={(chosen) =>
          setParams(chosen && chosen !== 'open' ? { tab: chosen } : {}, { preventScrollReset: true })
        }
        keepMounted={false}
        mt="xl"
      >
        <Tabs.List aria-label={`More about ${name}`}>
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
          {props.holds && <Tabs.Tab value="holds">Legal holds</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="open" pt="md">
          <PersonDocuments user={user} view="open" />
        </Tabs.Panel>
        <Tabs.Panel value="own" pt="md">
          <PersonDocuments user={user} view="own" />
        </Tabs.Panel>
        <Tabs.Panel value="readings" pt="md">
          <PersonReadings user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="requests" pt="md">
          <PersonRequests userId={user.id} />
        </Tabs.Panel>
        <Tabs.Panel value="invitations" pt="md">
          <Invitations by={user.id} />
        </Tabs.Panel>
        <Tabs.Panel value="holds" pt="md">
          {props.holds?.(name)}
        </Tabs.Panel>
      </Tabs>
      {action && (
        <PersonDialog
          key={action}
          action={action}
          user={user}
          name={name}
          onChoose={setAction}
          onClose={() => setAction(null)}
        />
      )}
    </>
  )
}
