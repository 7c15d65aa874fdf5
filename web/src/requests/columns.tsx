import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import { extensionLabels } from '@deedbox/contract/request-terms.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { dateText, distanceText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { DocumentStatus } from '../ui/document-status.tsx'
import { FoundDocument } from '../ui/found-document.tsx'
import { LongText } from '../ui/long-text.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { RequestStatusBadge } from './request-status.tsx'
import classes from './requests.module.css'

export type RequestColumn = Column<AccessRequest>

/** The kind of a request, and its reason, which the person who decides can read whole. */
function Reason({ request }: { request: AccessRequest }) {
  const { extensionType, justification, requesterName } = request
  const kind = extensionType
    ? `More time: ${extensionLabels[extensionType].replace(' (recommended)', '')}`
    : 'New access'
  return (
    <LongText
      text={[kind, justification].filter(Boolean).join(' · ')}
      of={`the reason of ${requesterName}'s request`}
    />
  )
}

const IfNotActive = ({ status }: { status: string | null }) =>
  status && status !== 'active' ? <DocumentStatus status={status} small /> : null

export const documentColumn: RequestColumn = {
  heading: 'Document',
  sort: 'documentName',
  kind: 'main',
  cell: (request) => (
    <Stacked
      text={request.granted?.documentTitle ?? request.documentName}
      to={request.documentId ? `/documents/${request.documentId}` : undefined}
      below={
        <>
          <Reason request={request} />
          <FoundDocument request={request} />
          <IfNotActive status={request.documentStatus} />
        </>
      }
    />
  ),
}

export const requesterColumn: RequestColumn = {
  heading: 'Requester',
  sort: 'requesterName',
  width: '14%',
  cell: ({ requesterName, requesterEmail }) => <Stacked text={requesterName} small={requesterEmail} />,
}

/** Column of the requester, which is the main one on a page about one document. */
export const requesterMainColumn: RequestColumn = {
  heading: 'Requester',
  sort: 'requesterName',
  kind: 'main',
  cell: (request) => (
    <Stacked
      text={`${request.requesterName} · ${request.requesterEmail}`}
      below={<Reason request={request} />}
    />
  ),
}

export const clientColumn: RequestColumn = {
  heading: 'Client',
  sort: 'clientName',
  width: '13%',
  minor: true,
  cell: ({ clientName, clientEmail }) =>
    clientName && clientEmail ? (
      <Stacked text={clientName} small={clientEmail} />
    ) : (
      <Cut text={clientName ?? clientEmail ?? '—'} />
    ),
}

export const askedForColumn: RequestColumn = {
  heading: 'Asks for',
  width: '10.5rem',
  minor: true,
  cell: (request) => <AskedFor request={request} />,
}

const levelText = (level: AccessRequest['requestedAccessLevel']) => level && accessLevelLabels[level]

/** Content of a request: the level above the end date. */
function AskedFor({ request }: { request: AccessRequest }) {
  const { timeZone } = useDeployment()
  const { requestedAccessLevel: level, requestedExpiry } = request
  const until = requestedExpiry && `Until ${dateText(requestedExpiry, timeZone)}`
  return level ? (
    <Stacked text={accessLevelLabels[level]} small={until ?? 'No end date'} />
  ) : (
    <Cut text={until ?? '—'} />
  )
}

/** Column for the requester: the grant above the request, or only the latter if nothing was granted. */
export const grantedColumn: RequestColumn = {
  heading: 'Access',
  width: '14rem',
  cell: (request) => <Granted request={request} />,
}

function Granted({ request }: { request: AccessRequest }) {
  const { timeZone } = useDeployment()
  const { granted, requestedAccessLevel: level, requestedExpiry } = request
  const date = (at: string | null) => at && dateText(at, timeZone)
  if (!granted) return <AskedFor request={request} />
  const ends = date(granted.endsAt)
  const asked = [levelText(level), requestedExpiry ? `until ${date(requestedExpiry)}` : 'no end date']
  const terms = {
    active: [`Until ${ends}`],
    expired: [`Ended ${ends}`],
    revoked: [ends ? `Revoked ${ends}` : 'Revoked'],
  }[granted.status]
  return (
    <Stacked
      text={`Granted: ${accessLevelLabels[granted.accessLevel]}`}
      small={[...terms, `Asked for: ${asked.filter(Boolean).join(', ')}`]}
    />
  )
}

export const askedColumn: RequestColumn = {
  heading: 'Asked',
  sort: 'createdAt',
  kind: 'number',
  width: '7.5rem',
  cell: ({ createdAt }) => <WhenStacked at={createdAt} />,
}

export const statusColumn: RequestColumn = {
  heading: 'Status',
  sort: 'status',
  width: '8rem',
  cell: ({ status, lapsesAt }) => (
    <div className={classes.status}>
      <RequestStatusBadge status={status} />
      {lapsesAt && <Lapses at={lapsesAt} />}
    </div>
  ),
}

/** Time when a request lapses if nobody decides it. */
export const lapsesColumn: RequestColumn = {
  heading: 'Lapses',
  kind: 'number',
  width: '7.5rem',
  cell: ({ lapsesAt }) => (lapsesAt ? <WhenStacked at={lapsesAt} /> : '—'),
}

function Lapses({ at }: { at: string }) {
  const { timeZone } = useDeployment()
  return (
    <div className={classes.small}>
      <time dateTime={at}>Lapses {distanceText(at, useServerNow(), timeZone)}</time>
    </div>
  )
}

export const decisionColumn: RequestColumn = {
  heading: 'Decided by',
  width: '18%',
  cell: ({ reviewedByName, reviewNotes, documentName }) =>
    reviewedByName === null ? (
      '—'
    ) : reviewNotes ? (
      <Stacked
        text={reviewedByName}
        below={<LongText text={reviewNotes} of={`the note about ${documentName}`} />}
      />
    ) : (
      <Cut text={reviewedByName} />
    ),
}

export const decidedColumn: RequestColumn = {
  heading: 'Decided',
  sort: 'reviewedAt',
  kind: 'number',
  width: '7.5rem',
  cell: ({ reviewedAt }) => (reviewedAt ? <WhenStacked at={reviewedAt} /> : '—'),
}
