import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/documents.ts'
import { sameClient } from '@deedbox/contract/request-terms.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { Alert, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call, messageOf } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { usePicture } from '../lib/picture.ts'
import { useDeployment } from '../lib/session.ts'
import { ErrorState } from '../ui/states.tsx'
import classes from './requests.module.css'

/** The document that an approval shares: owner, dates, first page, and a warning if its client is a different one. */
export function DocumentToOpen({ documentId, request }: { documentId: string; request: AccessRequest }) {
  const { timeZone } = useDeployment()
  const { data, error, refetch } = useQuery({
    queryKey: ['documents', 'one', documentId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/documents/:documentId', { params: { documentId }, signal })).document,
  })
  if (error) return <ErrorState title={screen.loadDocuments} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} radius="md" role="status" aria-label={screen.loadingDocument} />
  return (
    <>
      <div className={classes.opened}>
        <FirstPage documentId={documentId} title={data.title} drawable={data.can.preview} />
        <dl className={classes.facts}>
          <Fact name="Title">{data.title}</Fact>
          <Fact name="Client">{data.clientName ?? 'None recorded'}</Fact>
          <Fact name="Owner">
            {data.ownerName}, {data.ownerEmail}
          </Fact>
          <Fact name="Uploaded">{dateText(data.uploadedAt, timeZone)}</Fact>
          {data.expiryDate && <Fact name="Expires">{dateText(data.expiryDate, timeZone)}</Fact>}
        </dl>
      </div>
      <ClientCheck request={request} clientName={data.clientName} />
    </>
  )
}

function ClientCheck({ request, clientName }: { request: AccessRequest; clientName: string | null }) {
  const compared = sameClient(request.clientName, clientName)
  if (compared === 'same') return null
  const asked = request.clientName ?? request.clientEmail
  const warns = compared === 'differs'
  return (
    <Alert
      color={warns ? 'wax' : 'amber'}
      icon={<IconAlertTriangle />}
      title={warns ? 'This document belongs to a different client' : 'The clients cannot be compared'}
      role="alert"
    >
      {asked ? `The request is for ${asked}` : 'The request names no client'};{' '}
      {clientName ? `the client of this document is ${clientName}` : 'this document has no client recorded'}.
      Approve it only if it is the right one.
    </Alert>
  )
}

function FirstPage(props: { documentId: string; title: string; drawable: boolean }) {
  const { url, error } = usePicture(props.documentId, props.drawable ? 1 : null)
  if (url) return <img className={classes.firstPage} src={url} alt={`First page of ${props.title}`} />
  if (props.drawable && !error)
    return <Skeleton className={classes.firstPage} role="status" aria-label="Loading the first page" />
  return (
    <div className={classes.noPage}>
      <IconFileOff size={24} stroke={1.3} aria-hidden="true" />
      {error ? messageOf(error) : errors['preview-unavailable'].message}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
