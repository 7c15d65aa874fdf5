import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { Party } from '@deedbox/contract/parties.ts'
import { partyFields, partyKinds } from '@deedbox/contract/party-terms.ts'
import { errors } from '@deedbox/contract/refusals/matters.ts'
import { Anchor, Button } from '@mantine/core'
import { IconPencil, IconUserOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { PartyDialog } from './party-dialogs.tsx'
import { useParty } from './queries.ts'

const back = { to: '/matters', label: 'All matters' }

/** A party: its details and matters first, then the `parts`. */
export function PartyPage(props: { partyId: string; parts: (party: Party) => ReactNode }) {
  const { data: party, error, refetch } = useParty(props.partyId)
  const [changing, setChanging] = useState(false)
  if (!party && !error) return <PageLoading />
  if (!party)
    return (
      <>
        <PageHeader title="Party" back={back} />
        {error instanceof ApiError && error.status < 500 ? (
          <EmptyState icon={IconUserOff} title={errors['party-not-found'].message}>
            It does not exist, or you may not see it.
          </EmptyState>
        ) : (
          <ErrorState title={screen.loadParties} error={error} onRetry={refetch} />
        )}
      </>
    )
  const { id, name, kind, abn, acn, email, bornOn, notes, alsoWritten, matters } = party
  return (
    <>
      <PageHeader
        title={name}
        back={back}
        actions={
          <Button leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => setChanging(true)}>
            Change
          </Button>
        }
      />
      <Facts>
        <Fact name={partyFields.kind}>{partyKinds[kind]}</Fact>
        {abn && <Fact name={partyFields.abn}>{abnText(abn)}</Fact>}
        {acn && <Fact name={partyFields.acn}>{acnText(acn)}</Fact>}
        {email && <Fact name={partyFields.email}>{email}</Fact>}
        {bornOn && (
          <Fact name={partyFields.bornOn}>
            <When at={bornOn} />
          </Fact>
        )}
        {alsoWritten.length > 0 && <Fact name="Also entered as">{alsoWritten.join(', ')}</Fact>}
        <Fact name="Party to">
          {matters.map((matter, at) => (
            <span key={matter.id}>
              {at > 0 && ', '}
              <Anchor component={Link} to={`/matters/${matter.id}`}>
                {matter.name}
              </Anchor>
            </span>
          ))}
        </Fact>
        {notes && <Fact name={partyFields.notes}>{notes}</Fact>}
      </Facts>
      {props.parts(party)}
      {changing && <PartyDialog party={{ id, name }} onClose={() => setChanging(false)} />}
    </>
  )
}
