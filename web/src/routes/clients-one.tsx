import { useParams } from 'react-router'
import { ClientAccess } from '../access/client-access.tsx'
import { ClientPage } from '../clients/client-page.tsx'
import { Part } from '../clients/part.tsx'
import { ClientDocuments } from '../documents/client-documents.tsx'
import { ClientHistory } from '../documents/client-history.tsx'
import { HoldsOn } from '../holds/holds-on.tsx'
import { holds, useUser } from '../lib/session.ts'
import { OwnerRequestsMentioning } from '../owner-requests/mentions.tsx'
import { ClientRequests } from '../requests/client-requests.tsx'
import { useShareChosen } from './share-chosen.tsx'

/** Page /clients/{name}: answers for a client on the telephone. */
export function Component() {
  const { name = '' } = useParams()
  const user = useUser()
  const { share, dialog } = useShareChosen()
  const back = holds(user, 'canManageDocuments')
    ? { to: '/clients', label: 'All clients' }
    : { to: '/documents', label: 'Back to Documents' }
  return (
    <>
      <ClientPage
        key={name}
        name={name}
        back={back}
        parts={({ can, requests }) => (
          <>
            {can.seeAccess && (
              <Part title="Who has access now">
                <ClientAccess name={name} />
              </Part>
            )}
            <Part title="Documents">
              <ClientDocuments name={name} onShare={share} />
            </Part>
            <Part title="Requests">
              <ClientRequests name={name} view={requests.view} />
              {holds(user, 'canManageDocuments') && <OwnerRequestsMentioning name={name} />}
            </Part>
            {holds(user, 'canManageSystem') && (
              <Part title="Legal holds">
                <HoldsOn kind="client" subject={name} name={name} />
              </Part>
            )}
            {can.seeHistory && (
              <Part title="History">
                <ClientHistory name={name} />
              </Part>
            )}
          </>
        )}
      />
      {dialog}
    </>
  )
}
