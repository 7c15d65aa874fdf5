import type { Document } from '@deedbox/contract/documents.ts'
import { Button, Group } from '@mantine/core'
import { IconFolderPlus, IconPencil, IconSignature } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keepsMatters, useUser } from '../lib/session.ts'
import { CorrectForm } from './correct-form.tsx'
import { MatterDialog, SignatoriesDialog } from './dialogs.ts'
import { Section } from './document-section.tsx'
import { Facts } from './facts.tsx'

/** Tells whether the details are being corrected. The search opens the form by the state of the address, which a reload does not repeat. */
function useCorrecting() {
  const correcting = useState(false)
  const [, setCorrecting] = correcting
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const asked = (state as { correct?: boolean } | null)?.correct === true
  useEffect(() => {
    if (!asked) return
    setCorrecting(true)
    void navigate({ search }, { replace: true, state: null, preventScrollReset: true })
  }, [asked, search, navigate])
  return correcting
}

/** Details of a document, which are corrected in their place. */
export function DocumentDetails({ document }: { document: Document }) {
  const { can } = document
  const keeps = keepsMatters(useUser())
  const [correcting, setCorrecting] = useCorrecting()
  const [asking, setAsking] = useState<'matter' | 'signatories' | null>(null)
  return (
    <Section title="Details">
      {correcting && can.correct ? (
        <CorrectForm document={document} onClose={() => setCorrecting(false)} />
      ) : (
        <>
          <Facts document={document} />
          {can.correct && (
            <Group mt="md" gap="xs">
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden="true" />}
                onClick={() => setCorrecting(true)}
              >
                Correct
              </Button>
              <Button
                variant="default"
                leftSection={<IconSignature size={16} aria-hidden="true" />}
                onClick={() => setAsking('signatories')}
              >
                Signatories
              </Button>
              {keeps && (
                <Button
                  variant="default"
                  leftSection={<IconFolderPlus size={16} aria-hidden="true" />}
                  onClick={() => setAsking('matter')}
                >
                  Put into a matter
                </Button>
              )}
            </Group>
          )}
        </>
      )}
      {asking === 'signatories' && <SignatoriesDialog document={document} onClose={() => setAsking(null)} />}
      {asking === 'matter' && <MatterDialog documents={[document]} onClose={() => setAsking(null)} />}
    </Section>
  )
}
