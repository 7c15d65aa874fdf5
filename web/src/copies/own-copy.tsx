import { capacities } from '@deedbox/contract/copy-capacities.ts'
import { copyKinds, copyStates } from '@deedbox/contract/copy-terms.ts'
import { Alert, Anchor, Text } from '@mantine/core'
import { IconCopyCheck, IconCopyOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { dateText } from '../lib/format.ts'
import { When } from '../ui/when.tsx'
import { CopyButtons } from './copy-buttons.tsx'
import { useCopies } from './queries.ts'

/** Says at the head of a copy's page what holds of it. */
export function OwnCopy({ documentId }: { documentId: string }) {
  const { own } = useCopies(documentId).data ?? {}
  if (!own) return null
  const good = own.state === 'genuine'
  return (
    <Alert
      mb="lg"
      color={good ? 'eucalyptus' : own.state === 'withdrawn' ? 'wax' : 'amber'}
      icon={good ? <IconCopyCheck /> : <IconCopyOff />}
      title={`${copyKinds[own.kind]} · ${copyStates[own.state]}`}
    >
      {own.sourceId && own.sourceTitle && (
        <Text size="sm">
          Copy of{' '}
          <Anchor component={Link} to={`/documents/${own.sourceId}`} size="sm">
            {own.sourceTitle}
          </Anchor>
        </Text>
      )}
      <Text size="sm">
        Made by {own.madeBy} <When at={own.madeAt} />
        {own.since && (
          <>
            {' · '}
            {copyStates[own.state].toLowerCase()} <When at={own.since} />
          </>
        )}
      </Text>
      {own.capacity && own.sightedOn && (
        <Text size="sm">
          {own.madeBy}, {capacities[own.capacity]}, certified it and sighted the original on{' '}
          {dateText(own.sightedOn, 'UTC')}.
        </Text>
      )}
      {own.reason && <Text size="sm">Reason: {own.reason}</Text>}
      {!own.checked && (
        <Text size="sm">Its code is switched off: whoever checks it is told that it is not known.</Text>
      )}
      <CopyButtons copy={own} />
    </Alert>
  )
}
