import { screen } from '@deedbox/contract/messages.ts'
import { roleLabel } from '@deedbox/contract/permissions.ts'
import { errors } from '@deedbox/contract/refusals/sharing.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Answer, ApiError } from '../lib/api.ts'
import { useKeptRefusal } from '../lib/kept-refusal.ts'
import { leaveWith } from '../lib/parting.ts'
import { holds, useDeployment, useUser } from '../lib/session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { ErrorState } from '../ui/states.tsx'
import { ClaimPart } from './claim-part.tsx'
import classes from './owner-requests.module.css'
import { useOwnerRequest } from './queries.ts'
import { RequestFacts } from './request-facts.tsx'
import { SharedList } from './shared-list.tsx'
import { Steps } from './steps.tsx'

type Shown = Answer<'GET /api/owner-requests/:requestId'>

/**
 * Page /owner-request/{requestId} for anybody signed in (specification, sections 2 and 6): the request, and the reader's actions. An unknown request
 * shows a message and leaves the page; `hidden` is shown to people who may not see it.
 */
export function OwnerRequestPage({ requestId, hidden }: { requestId: string; hidden: ReactNode }) {
  const asked = useOwnerRequest(requestId)
  const { data, refetch } = asked
  const error = useKeptRefusal(asked, requestId)
  const unknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  const reported = useRef(false)
  useEffect(() => {
    if (!unknown || reported.current) return
    reported.current = true
    leaveWith(errors['owner-request-not-found'].message, '/', { bad: true, instead: true })
  }, [unknown])

  if (unknown) return <PageLoading />
  if (error instanceof ApiError && error.code === 'owner-request-hidden') return hidden
  if (error && !data) return <ErrorState title={screen.loadOwnerRequest} error={error} onRetry={refetch} />
  if (!data) return <PageLoading />
  return <Page {...data} />
}

function Page({ request, shared }: Shown) {
  const user = useUser()
  return (
    <>
      <PageHeader
        title={`Request from ${request.requesterName}`}
        back={
          holds(user, 'canManageDocuments')
            ? { to: '/trustee/requests', label: 'Back to Requests' }
            : { to: '/dashboard', label: 'Back to the dashboard' }
        }
      />
      <div className={classes.page}>
        <section className={classes.card} aria-label="The request">
          <RequestFacts request={request} />
        </section>
        <section aria-label="What you can do" className={classes.doing}>
          {request.can.fulfil ? (
            <Steps request={request} shared={shared} />
          ) : (
            <>
              <ClaimPart request={request}>
                <Outcome request={request} />
              </ClaimPart>
              {shared.length > 0 && <p className={classes.standing}>Shared for this request:</p>}
              <SharedList shared={shared} />
            </>
          )}
        </section>
      </div>
    </>
  )
}

/** Outcome of a request, for a reader without anything to do here. */
function Outcome({ request }: Pick<Shown, 'request'>) {
  const user = useUser()
  const { supportEmail } = useDeployment()
  const claimedByReader = request.claimedById === user.id
  if (request.status === 'fulfilled')
    return (
      <p className={classes.standing}>
        {claimedByReader ? 'You have' : `${request.claimedByName} has`} fulfilled this request. We have told{' '}
        {request.requesterName} by email.
      </p>
    )
  if (request.status === 'withdrawn')
    return (
      <p className={classes.standing}>
        {request.requesterName} has withdrawn this request. You do not need to do anything.
      </p>
    )
  if (request.status === 'claimed')
    return (
      <p className={classes.standing}>
        {request.claimedByName} has claimed this request and will answer it. You do not need to do anything.
      </p>
    )
  return (
    <p className={classes.standing}>
      Nobody has claimed this request yet. Only a trustee can claim it; your account ({roleLabel(user.role)})
      can only see it.
      {supportEmail && !holds(user, 'canManageSystem') && (
        <>
          {' '}
          Questions: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </>
      )}
    </p>
  )
}
