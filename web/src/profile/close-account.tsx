import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeployment, useUser } from '../lib/session.ts'
import { ErrorState } from '../ui/states.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { OwnDocuments } from './own-documents.tsx'
import classes from './profile.module.css'
import { closingQuery } from './queries.ts'

/** Part for closing the account, or for what has to be done first. */
export function CloseAccount() {
  const { email } = useUser()
  const { supportEmail } = useDeployment()
  const { data, error, refetch } = useQuery(closingQuery)
  const [asked, setAsked] = useState(false)
  if (error && !data) return <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  return (
    <>
      <Text className={classes.lead ?? ''}>
        You are then signed out everywhere and lose your access to other people’s documents; your open
        requests and invitations are withdrawn. The record of what happened is kept, and nobody can sign up
        with {email} again. If you have questions, write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </Text>
      {data.lastAdministrator && (
        <Alert color="amber" icon={<IconInfoCircle />} mb="md">
          You are the last administrator. Please make somebody else an administrator first.
        </Alert>
      )}
      {data.documents > 0 && <OwnDocuments count={data.documents} />}
      {!data.lastAdministrator && data.documents === 0 && (
        <Button color="wax" variant="outline" onClick={() => setAsked(true)}>
          Close my account
        </Button>
      )}
      {asked && <CloseDialog onClose={() => setAsked(false)} />}
    </>
  )
}
