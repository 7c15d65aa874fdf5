import type { Matter } from '@deedbox/contract/matters.ts'
import { Button, Text } from '@mantine/core'
import { IconFolderPlus, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { AccessOf } from '../access/access-of.tsx'
import { MatterShares } from '../access/matter-shares.tsx'
import { Part } from '../clients/part.tsx'
import { PacketsOf } from '../custody/packets-of.tsx'
import { DocumentsOf } from '../documents/documents-of.tsx'
import { DueDatesOf } from '../due-dates/due-dates-of.tsx'
import { DueDialog } from '../due-dates/due-dialog.tsx'
import { holds, useUser } from '../lib/session.ts'
import { Chain } from '../matters/chain.tsx'
import { Completeness, type Opens } from '../matters/completeness.tsx'
import { MatterHistory } from '../matters/history.tsx'
import { MatterPage } from '../matters/matter-page.tsx'
import { PutDocuments } from '../matters/put-documents.tsx'
import { useTakeOut } from '../matters/take-out.tsx'
import { DeathDialog } from '../parties/death-dialogs.tsx'
import { MatterParties } from '../parties/matter-parties.tsx'
import { AddDialog } from '../parties/role-dialogs.tsx'
import { ReleaseOf } from '../release/release-of.tsx'
import { ReleasedOf } from '../release/released-of.tsx'
import { RequestsOf } from '../requests/requests-of.tsx'
import { useShareChosen } from './share-chosen.tsx'

/** Page /matters/{matterId}: answers for a trust, an estate, a fund, a company or a person on the telephone. */
export function Component() {
  const { matterId = '' } = useParams()
  const [putting, setPutting] = useState<Matter | null>(null)
  return (
    <>
      <MatterPage
        key={matterId}
        matterId={matterId}
        actions={(matter) => (
          <>
            <Button
              component={Link}
              to={`/documents/upload?matter=${matter.id}`}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              Upload
            </Button>
            <Button
              variant="default"
              leftSection={<IconFolderPlus size={16} aria-hidden="true" />}
              onClick={() => setPutting(matter)}
            >
              Put documents in
            </Button>
          </>
        )}
        parts={(matter, edit) => <Parts matter={matter} onEdit={edit} />}
      />
      {putting && <PutDocuments matter={putting} onClose={() => setPutting(null)} />}
    </>
  )
}

/** The parts of a matter's page, which belong to different domains. */
function Parts({ matter, onEdit }: { matter: Matter; onEdit: () => void }) {
  const { id } = matter
  const handles = holds(useUser(), 'canManageDocuments')
  const { share, dialog } = useShareChosen()
  const takeOut = useTakeOut(matter)
  const of = useMemo(() => ({ matter: id }), [id])
  const [missing, setMissing] = useState<Exclude<Opens, { to: 'matter' }> | null>(null)
  const close = () => setMissing(null)
  const pending = useMemo(() => ({ matter: id, status: 'pending' as const }), [id])
  return (
    <>
      {matter.can.edit && (
        <Completeness
          matter={matter}
          onOpen={(lead) => (lead.to === 'matter' ? onEdit() : setMissing(lead))}
        />
      )}
      <Part title="Parties">
        <MatterParties matter={matter} />
      </Part>
      <Part title="Chain of documents">
        <Chain matterId={id} />
      </Part>
      <Part title="Documents">
        <DocumentsOf
          of={of}
          onShare={share}
          actions={takeOut.actions}
          empty={<Text c="dimmed">No document that you see is in this matter.</Text>}
        />
      </Part>
      <Part title="Paper originals">
        <PacketsOf matter={{ id, name: matter.name }} edits={matter.can.edit} />
      </Part>
      <Part title="What falls due">
        <DueDatesOf of={{ matter: { id, name: matter.name } }} edits={matter.can.edit} />
      </Part>
      {matter.can.edit && (
        <Part title="If the owner dies or cannot act">
          <ReleaseOf of={{ matter: { id, name: matter.name } }} edits />
        </Part>
      )}
      {handles && (
        <Part title="Who has access until when">
          {matter.can.edit && <MatterShares matter={matter} />}
          <AccessOf of={of} />
          <ReleasedOf of={of} />
        </Part>
      )}
      <Part title="Open requests">
        <RequestsOf
          of={pending}
          view={handles ? 'review' : 'organization'}
          empty="No request for its documents is open."
        />
      </Part>
      <Part title="History">
        <MatterHistory matterId={id} />
      </Part>
      {dialog}
      {missing?.to === 'party' && <AddDialog matter={matter} role={missing.role} onClose={close} />}
      {missing?.to === 'death' && <DeathDialog party={missing} death={null} onClose={close} />}
      {missing?.to === 'date' && (
        <DueDialog of={{ matter: { id, name: matter.name } }} kind={missing.kind} onClose={close} />
      )}
      {takeOut.dialog}
    </>
  )
}
