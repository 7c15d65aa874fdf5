import type { DocumentVersion } from '@deedbox/contract/document-versions.ts'
import type { Document } from '@deedbox/contract/documents.ts'
import { Alert, Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconShare, IconUpload, IconVersions } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { holds, useDeployment, useUser } from '../lib/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './detail.module.css'
import { VersionDialog } from './dialogs.ts'

/** Says at the head of an earlier version's page which one is current. */
export function NotCurrent({ document: { earlier, versions } }: { document: Document }) {
  const current = versions?.at(-1)
  if (!earlier || !current) return null
  return (
    <Alert color="amber" icon={<IconVersions />} mb="lg" title="This is an earlier version">
      The current one is{' '}
      <Anchor component={Link} to={`/documents/${current.id}`}>
        {current.title}
      </Anchor>
      .
    </Alert>
  )
}

const isSigned = ({ executedOn, signedHow }: DocumentVersion): boolean =>
  executedOn !== null || signedHow !== null

/** The versions of a document that the reader sees, the current one first. `onShare` is given the people who can open an earlier one only. */
export function Versions(props: { document: Document; onShare: (emails: string[]) => void }) {
  const { id, title, versions = [], earlierReaders = [], can, copy } = props.document
  const user = useUser()
  const { timeZone } = useDeployment()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<DocumentVersion | null>(null)
  const people = earlierReaders.length
  return (
    <>
      {versions.length === 0 && <Text c="dimmed">There is one version of it.</Text>}
      {people > 0 && (
        <Alert
          color="amber"
          icon={<IconShare />}
          mb="md"
          title="Not shared with everybody who has an earlier version"
        >
          <Group justify="space-between" gap="sm">
            <span>
              {people === 1 ? `${earlierReaders[0]?.name} has` : `${people} people have`} access to an earlier
              version, not to this one.
            </span>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => props.onShare(earlierReaders.map(({ email }) => email))}
            >
              {people === 1 ? 'Share this one with them too' : `Share this one with these ${people} too`}
            </Button>
          </Group>
        </Alert>
      )}
      <ul className={classes.links} aria-label="Versions">
        {versions
          .map((version, at) => ({ ...version, number: at + 1 }))
          .reverse()
          .map(({ number, ...version }) => (
            <li key={version.id}>
              <span>
                {number}.{' '}
                {version.id === id ? (
                  <strong>{version.title}</strong>
                ) : (
                  <Anchor component={Link} to={`/documents/${version.id}`}>
                    {version.title}
                  </Anchor>
                )}{' '}
                {number === versions.length && (
                  <StatusBadge tone="good" icon={IconVersions} small>
                    Current
                  </StatusBadge>
                )}
                <div className={classes.small}>
                  {isSigned(version) ? 'Signed' : 'Draft'} · added by {version.addedBy} on{' '}
                  {dateText(version.addedAt, timeZone)}
                  {version.id === id && ' · this page'}
                </div>
                <div className={classes.small}>
                  SHA-256 <code className={classes.hash}>{version.sha256}</code>
                </div>
              </span>
              {can.correct && (
                <Button size="compact-sm" variant="subtle" onClick={() => setRemoving(version)}>
                  Take apart<VisuallyHidden> version {number} from the others</VisuallyHidden>
                </Button>
              )}
            </li>
          ))}
      </ul>
      {can.correct && !copy && (
        <Group mt="md" gap="xs">
          {holds(user, 'canUploadDocuments', 'canManageDocuments') && (
            <Button
              component={Link}
              to={`/documents/upload?versionOf=${id}`}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              Upload a new version
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconVersions size={16} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            Choose a newer version
          </Button>
        </Group>
      )}
      {adding && <VersionDialog document={props.document} onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmDialog
          title={`Take ${removing.title} apart from its versions?`}
          confirm="Take apart"
          failure="Failed to take the version apart"
          onClose={() => setRemoving(null)}
          act={async () => {
            await call('DELETE /api/document-versions/:documentId', { params: { documentId: removing.id } })
            toast.success('Version taken apart')
            await refreshEverything()
          }}
        >
          It becomes a document by itself again, also in lists. {title === removing.title ? 'Its' : 'Both'}{' '}
          histories keep that it was a version.
        </ConfirmDialog>
      )}
    </>
  )
}
