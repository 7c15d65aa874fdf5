import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import type { ReactNode } from 'react'
import { When } from '../ui/when.tsx'
import classes from './owner-requests.module.css'
import { RequestStatus } from './request-status.tsx'

/** The request: its text, sender, recipient and progress. */
export function RequestFacts({ request }: { request: OwnerRequest }) {
  return (
    <>
      <blockquote className={classes.message}>{request.message}</blockquote>
      <dl className={classes.facts}>
        <Fact name="From">
          {request.requesterName} <Address email={request.requesterEmail} />
        </Fact>
        <Fact name="To">
          {request.ownerName} <Address email={request.ownerEmail} />
        </Fact>
        <Fact name="Sent">
          <When at={request.createdAt} />
        </Fact>
        <Fact name="Status">
          <RequestStatus status={request.status} />
        </Fact>
        {request.claimedByName && request.claimedAt && (
          <Fact name="Claimed">
            by {request.claimedByName}, <When at={request.claimedAt} />
          </Fact>
        )}
        {request.lastRemindedAt && request.status === 'pending' && (
          <Fact name="Reminded">
            <When at={request.lastRemindedAt} />
          </Fact>
        )}
        {request.withdrawnAt && (
          <Fact name="Withdrawn">
            <When at={request.withdrawnAt} />
          </Fact>
        )}
        {request.fulfilledAt && (
          <Fact name="Fulfilled">
            <When at={request.fulfilledAt} />
          </Fact>
        )}
      </dl>
    </>
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

const Address = ({ email }: { email: string }) => <a href={`mailto:${email}`}>{email}</a>
