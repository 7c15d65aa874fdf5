import { copyKinds, copyStates } from '@deedbox/contract/copy-terms.ts'
import { Anchor, Button, Text } from '@mantine/core'
import { IconCopyCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import classes from './copies.module.css'
import { CopyButtons } from './copy-buttons.tsx'
import { useCopies } from './queries.ts'

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
                {copy.reason && ` · ${copy.reason}`}
              </div>
            </div>
            <CopyButtons copy={copy} date={dateText(copy.madeAt, timeZone)} />
          </li>
        ))}
      </ul>
      {data.can.make && (
        <Button
          mt="md"
          variant="default"
          leftSection={<IconCopyCheck size={16} aria-hidden="true" />}
          onClick={() => setMaking(true)}
        >
          Make a verified copy
        </Button>
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
