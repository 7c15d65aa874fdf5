import { useNavigate, useParams } from 'react-router'
import { Part } from '../clients/part.tsx'
import { MatterDialog } from '../matters/matter-dialog.tsx'
import { DeathOf } from '../parties/death.tsx'
import { IdentityOf } from '../parties/identity.tsx'
import { PartyPage } from '../parties/party-page.tsx'

/** Page /parties/{partyId}: a person, a company or a class of people over all matters. */
export function Component() {
  const { partyId = '' } = useParams()
  const navigate = useNavigate()
  return (
    <PartyPage
      key={partyId}
      partyId={partyId}
      parts={({ id, name, kind }) => (
        <>
          {kind !== 'class' && (
            <Part title="Identity">
              <IdentityOf party={{ id, name }} />
            </Part>
          )}
          {kind === 'person' && (
            <Part title="Death">
              <DeathOf
                party={{ id, name }}
                estate={(known, onClose) => (
                  <MatterDialog
                    matter={null}
                    known={known}
                    onSaved={({ id }) => navigate(`/matters/${id}`)}
                    onClose={onClose}
                  />
                )}
              />
            </Part>
          )}
        </>
      )}
    />
  )
}
