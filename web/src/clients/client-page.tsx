import type { Client } from '@deedbox/contract/clients.ts'
import { Button } from '@mantine/core'
import { IconUpload, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { useKeptRefusal } from '../lib/kept-refusal.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { totalText } from '../ui/total.ts'
import { When } from '../ui/when.tsx'
import { useClient } from './queries.ts'

type Back = { to: string; label: string }

/** A client: figures first, then the `parts`, which belong to other domains, as `actions` do. */
export function ClientPage(props: {
  name: string
  back: Back
  actions: (client: Client) => ReactNode
  parts: (client: Client) => ReactNode
}) {
  const { name, back, parts } = props
  const asked = useClient(name)
  const { data: client, refetch } = asked
  const error = useKeptRefusal(asked, name)
  if (!client && !error) return <PageLoading />
  const gone = error instanceof ApiError && (error.status === 404 || error.code === 'invalid-input')
  if (!client || gone)
    return (
      <>
        <PageHeader title={name || 'Client'} back={back} />
        {gone ? (
          <EmptyState icon={IconUserOff} title="Client not found">
            There is no document of this client that you handle or own. The name may have been corrected.
          </EmptyState>
        ) : (
          <ErrorState title="Failed to load this client" error={error} onRetry={refetch} />
        )}
      </>
    )
  return (
    <>
      <PageHeader
        title={client.name}
        back={back}
        lead={client.alsoWritten.length > 0 && `Also written ${client.alsoWritten.join(', ')}`}
        actions={
          <>
            {props.actions(client)}
            {client.can.upload && (
              <Button
                component={Link}
                to={`/documents/upload?client=${encodeURIComponent(client.name)}`}
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden="true" />}
              >
                Upload for this client
              </Button>
            )}
          </>
        }
      />
      <Facts>
        <Fact name="Documents">{totalText(client)}</Fact>
        {client.access && <Fact name="People with access now">{peopleText(client.access)}</Fact>}
        {client.access?.nextEnd && (
          <Fact name="Next end of access">
            <When at={client.access.nextEnd} />
          </Fact>
        )}
        <Fact name="Pending requests">{String(client.requests.pending)}</Fact>
        <Fact name="Latest upload">
          <When at={client.lastUploadedAt} />
        </Fact>
      </Facts>
      {parts(client)}
    </>
  )
}

/** Writes the number of people; of a client with very many documents, it counts the newest only. */
const peopleText = ({ people, peopleIsMore }: NonNullable<Client['access']>): string =>
  people === 0 && peopleIsMore
    ? 'None on the newest documents'
    : totalText({ total: people, totalIsMore: peopleIsMore })
