import { copyKinds, copyStates } from '@deedbox/contract/copy-terms.ts'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconCertificate, IconCopyCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { later } from '../ui/later.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import classes from './copies.module.css'
import { CopyButtons } from './copy-buttons.tsx'
import { useCopies } from './queries.ts'

const CertifyDialog = later(async () => (await import('./certify-dialog.tsx')).CertifyDialog)

/** Copies of a document that can be checked, and what makes one; nothing for people who may not make one and see none. */
export function CopiesOf(props: {
  document: { id: string; title: string }
  section: (content: ReactNode) => ReactNode
}) {
  const { id, title } = props.document
  const { timeZone } = useDeployment()
  const { data } = useCopies(id)
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const [certifying, setCertifying] = useState(false)
  if (!data || data.own || (!data.can.make && data.copies.length === 0)) return null
  return props.section(
    <>
      {data.copies.length === 0 && <Text c="dimmed">No copy of it was made that can be checked.</Text>}
      <ul className={classes.copies}>
        {data.copies.map((copy) => (
          <li key={copy.id}>
            <div>
              <Anchor component={Link} to={`/documents/${copy.documentId}`}>
                {copyKinds[copy.kind]}
              </Anchor>{' '}
              · {copyStates[copy.state]}
              {copy.since && (
                <>
                  {' '}
                  <When at={copy.since} />
                </>
              )}
              <div className={classes.small}>
                Made by {copy.madeBy} <When at={copy.madeAt} />
                {!copy.checked && ' · its code is switched off'}
                {copy.sightedOn && ` · original sighted ${dateText(copy.sightedOn, 'UTC')}`}
                {copy.reason && ` · ${copy.reason}`}
              </div>
            </div>
            <CopyButtons copy={copy} date={dateText(copy.madeAt, timeZone)} />
          </li>
        ))}
      </ul>
      {data.can.make && (
        <Group mt="md" gap="xs">
          <Button
            variant="default"
            leftSection={<IconCopyCheck size={16} aria-hidden="true" />}
            onClick={() => setMaking(true)}
          >
            Make a verified copy
          </Button>
          {data.sightings.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconCertificate size={16} aria-hidden="true" />}
              onClick={() => setCertifying(true)}
            >
              Certify a copy
            </Button>
          )}
        </Group>
      )}
      {data.can.make && data.sightings.length === 0 && (
        <p className={classes.small}>
          To certify a copy, first record in the custody register that you sighted its paper original.
        </p>
      )}
      {certifying && (
        <CertifyDialog
          document={props.document}
          sightings={data.sightings}
          onClose={() => setCertifying(false)}
        />
      )}
      {making && (
        <ConfirmDialog
          title={`Make a verified copy of ${title}?`}
          confirm="Make the copy"
          failure="Failed to make the copy"
          onClose={() => setMaking(false)}
          act={async () => {
            const { documentId } = await call('POST /api/documents/:documentId/copies/verified', {
              params: { documentId: id },
            })
            toast.success('The copy was made')
            await refreshEverything()
            void navigate(`/documents/${documentId}`)
          }}
        >
          Each page is drawn as a picture, with a line under it: that the file’s bytes equal those held here,
          by their SHA-256; that nobody says to have seen the paper; and a code with which anybody can check
          the copy. It is stored as a document of its own, which you can share. A long document takes a
          minute.
        </ConfirmDialog>
      )}
    </>,
  )
}
