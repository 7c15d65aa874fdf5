import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import type { ReactNode } from 'react'
import { When } from '../ui/when.tsx'
import classes from './requests.module.css'

/** Facts of a request, for the person who decides it. */
export function RequestFacts({ request }: { request: AccessRequest }) {
  const { clientName, clientEmail, justification, requestedAccessLevel, requestedExpiry } = request
  const client = [clientName, clientEmail].filter(Boolean).join(', ')
  return (
    <dl className={classes.facts}>
      <Fact name="Requester">
        {request.requesterName}, {request.requesterEmail}
      </Fact>
      <Fact name="Document">“{request.askedName}”</Fact>
      {client && <Fact name="Client">{client}</Fact>}
      <Fact name="Asked">
        <When at={request.createdAt} />
      </Fact>
      <Fact name="Asks for">
        {requestedAccessLevel ? accessLevelLabels[requestedAccessLevel] : 'More time'}
        {requestedExpiry && (
          <>
            , ending <When at={requestedExpiry} />
          </>
        )}
      </Fact>
      {justification && (
        <Fact name="Justification">
          <span className={classes.quote}>{justification}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
