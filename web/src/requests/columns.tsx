import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import { extensionLabels } from '@deedbox/contract/request-terms.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { RequestStatusBadge } from './request-status.tsx'
import classes from './requests.module.css'

export type RequestColumn = Column<AccessRequest>

/** A line over a smaller one. */
function Stacked({ text, to, small }: { text: string; to?: string; small: string }) {
  return (
    <div className={classes.stacked}>
      <Cut text={text} {...(to ? { to } : {})} />
      <div className={classes.small}>
        <Cut text={small} />
      </div>
    </div>
  )
}

/** The kind of a request, and why. */
const kind = ({ extensionType, justification }: AccessRequest) =>
  [
    extensionType
      ? `More time: ${extensionLabels[extensionType].replace(' (recommended)', '')}`
      : 'New access',
    justification,
  ]
    .filter(Boolean)
    .join(' · ')

export const documentColumn: RequestColumn = {
  heading: 'Document',
  kind: 'main',
  cell: (request) => (
    <Stacked
      text={request.documentName}
      {...(request.documentId ? { to: `/documents/${request.documentId}` } : {})}
      small={kind(request)}
    />
  ),
}

export const requesterColumn: RequestColumn = {
  heading: 'Requester',
  width: '16%',
  cell: ({ requesterName, requesterEmail }) => <Stacked text={requesterName} small={requesterEmail} />,
}

/** On a page about one document, where the requester is the headline. */
export const requesterMainColumn: RequestColumn = {
  heading: 'Requester',
  kind: 'main',
  cell: (request) => (
    <Stacked text={`${request.requesterName} · ${request.requesterEmail}`} small={kind(request)} />
  ),
}

export const clientColumn: RequestColumn = {
  heading: 'Client',
  width: '15%',
  minor: true,
  cell: ({ clientName, clientEmail }) =>
    clientName && clientEmail ? (
      <Stacked text={clientName} small={clientEmail} />
    ) : (
      <Cut text={clientName ?? clientEmail ?? '—'} />
    ),
}

export const wishColumn: RequestColumn = {
  heading: 'Asks for',
  width: '10.5rem',
  cell: (request) => <Wish request={request} />,
}

/** What a request asks for: the level over the end. */
function Wish({ request }: { request: AccessRequest }) {
  const { timeZone } = useDeployment()
  const { requestedAccessLevel: level, requestedExpiry } = request
  const until = requestedExpiry && `Until ${dateText(requestedExpiry, timeZone)}`
  return level ? (
    <Stacked text={accessLevelLabels[level]} small={until ?? 'No end named'} />
  ) : (
    <Cut text={until ?? '—'} />
  )
}

export const askedColumn: RequestColumn = {
  heading: 'Asked',
  kind: 'number',
  width: '7.5rem',
  cell: ({ createdAt }) => <WhenStacked at={createdAt} />,
}

export const statusColumn: RequestColumn = {
  heading: 'Status',
  width: '8rem',
  cell: ({ status }) => <RequestStatusBadge status={status} />,
}

export const decisionColumn: RequestColumn = {
  heading: 'Decided by',
  width: '18%',
  cell: ({ reviewedByName, reviewNotes }) =>
    reviewedByName === null ? (
      '—'
    ) : reviewNotes ? (
      <Stacked text={reviewedByName} small={reviewNotes} />
    ) : (
      <Cut text={reviewedByName} />
    ),
}

export const decidedColumn: RequestColumn = {
  heading: 'Decided',
  kind: 'number',
  width: '7.5rem',
  cell: ({ reviewedAt }) => (reviewedAt ? <WhenStacked at={reviewedAt} /> : '—'),
}
