import type { DocumentLink } from '@deedbox/contract/document-links.ts'
import type { Document } from '@deedbox/contract/documents.ts'
import { relationText } from '@deedbox/contract/link-terms.ts'
import { Alert, Anchor, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowsExchange, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './detail.module.css'
import { LinkDialog } from './dialogs.ts'
import { kindLabel } from './labels.ts'

/** Names a document by its kind and day, 'Codicil of 3 May 2019', or by its title where these are not known. */
const named = ({ title, executedOn, ...document }: DocumentLink['document']): string =>
  document.kind && executedOn ? `${kindLabel(document)} of ${dateText(executedOn, 'UTC')}` : title

const textOf = ({ relation, side }: DocumentLink): string => relationText(relation, side)

/** Says at the head of a document's page that another one replaces or revokes it. */
export function Superseded({ links = [] }: { links: DocumentLink[] | undefined }) {
  return links
    .filter(({ relation, side }) => side === 'to' && relation !== 'varies')
    .map((link) => (
      <Alert
        key={link.id}
        color="amber"
        icon={<IconArrowsExchange />}
        mb="lg"
        title={`${textOf(link)} ${named(link.document)}`}
      >
        <Anchor component={Link} to={`/documents/${link.document.id}`}>
          {link.document.title}
        </Anchor>
      </Alert>
    ))
}

/** Documents that a document varies, replaces or revokes, and those that do so to it. */
export function Links({ document }: { document: Document }) {
  const { links = [], can } = document
  const [linking, setLinking] = useState(false)
  const [removing, setRemoving] = useState<DocumentLink | null>(null)
  return (
    <>
      {links.length === 0 && <Text c="dimmed">No other document is linked to it.</Text>}
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.id}>
            <span>
              {textOf(link)}{' '}
              <Anchor component={Link} to={`/documents/${link.document.id}`}>
                {link.document.title}
              </Anchor>
              <div className={classes.small}>
                {[
                  kindLabel(link.document),
                  link.document.executedOn && dateText(link.document.executedOn, 'UTC'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </span>
            {link.can.remove && (
              <Button size="compact-sm" variant="subtle" onClick={() => setRemoving(link)}>
                Take away<VisuallyHidden> the link to {link.document.title}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {can.correct && (
        <Button
          mt="md"
          variant="default"
          leftSection={<IconLink size={16} aria-hidden="true" />}
          onClick={() => setLinking(true)}
        >
          Link a document
        </Button>
      )}
      {linking && <LinkDialog document={document} onClose={() => setLinking(false)} />}
      {removing && (
        <ConfirmDialog
          title={`Take away the link to ${removing.document.title}?`}
          confirm="Take away"
          failure="Failed to take the link away"
          onClose={() => setRemoving(null)}
          act={async () => {
            await call('DELETE /api/document-links/:linkId', { params: { linkId: removing.id } })
            toast.success('Link taken away')
            await refreshEverything()
          }}
        >
          Both documents stay as they are. Their histories keep that the link was there.
        </ConfirmDialog>
      )}
    </>
  )
}
