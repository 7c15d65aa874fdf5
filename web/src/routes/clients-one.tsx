import { Button } from '@mantine/core'
import { IconBriefcase } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { AccessOf } from '../access/access-of.tsx'
import { ClientPage } from '../clients/client-page.tsx'
import { Part } from '../clients/part.tsx'
import { ClientHistory } from '../documents/client-history.tsx'
import { DocumentsOf } from '../documents/documents-of.tsx'
import { HoldsOn } from '../holds/holds-on.tsx'
import { holds, keepsMatters, useUser } from '../lib/session.ts'
import { MatterDialog } from '../matters/matter-dialog.tsx'
import { OwnerRequestsMentioning } from '../owner-requests/mentions.tsx'
import { ReleasedOf } from '../release/released-of.tsx'
import { RequestsOf } from '../requests/requests-of.tsx'
import { useShareChosen } from './share-chosen.tsx'

/** Page /clients/{name}: answers for a client on the telephone. */
export function Component() {
  const { name = '' } = useParams()
  const user = useUser()
  const { share, dialog } = useShareChosen()
  const navigate = useNavigate()
  const [making, setMaking] = useState<string | null>(null)
  const client = useMemo(() => ({ client: name }), [name])
  const back = holds(user, 'canManageDocuments')
    ? { to: '/clients', label: 'All clients' }
    : { to: '/documents', label: 'Back to Documents' }
  return (
    <>
      <ClientPage
        key={name}
        name={name}
        back={back}
        actions={({ name: written }) =>
          keepsMatters(user) && (
            <Button
              variant="default"
              leftSection={<IconBriefcase size={16} aria-hidden="true" />}
              onClick={() => setMaking(written)}
            >
              Make a matter
            </Button>
          )
        }
        parts={({ can, requests }) => (
          <>
            {can.seeAccess && (
              <Part title="Who has access now">
                <AccessOf of={client} />
                <ReleasedOf of={client} />
              </Part>
            )}
            <Part title="Documents">
              <DocumentsOf of={client} onShare={share} />
            </Part>
            <Part title="Requests">
              <RequestsOf
                of={client}
                view={requests.view}
                empty="No request names this client or asks for their documents."
              />
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
      {making && (
        <MatterDialog
          matter={null}
          client={making}
          onSaved={({ id }) => navigate(`/matters/${id}`)}
          onClose={() => setMaking(null)}
        />
      )}
    </>
  )
}
