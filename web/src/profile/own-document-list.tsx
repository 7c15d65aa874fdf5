import { screen, success } from '@deedbox/contract/messages.ts'
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Answer, addressOf, call } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { WhoLosesAccess } from '../ui/who-loses-access.tsx'
import classes from './profile.module.css'
import { ownDocumentsQuery } from './queries.ts'

type Row = Answer<'GET /api/documents'>['documents'][number]

/** The person's own documents, each with Download and Delete. */
export function OwnDocumentList() {
  const { data, error, refetch } = useQuery(ownDocumentsQuery)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const download = useMutation({
    async mutationFn({ id, fileName }: Row) {
      const address = addressOf('GET /api/documents/:documentId/content', { params: { documentId: id } })
      saveFile(await bytesAt(address), fileName)
    },
    onError: (failure) => toast.failure(screen.downloadFailed, failure),
  })
  if (error && !data) return <ErrorState title={screen.loadDocuments} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={80} mt="md" />
  return (
    <>
      <ul className={classes.own}>
        {data.documents.map((document) => (
          <li key={document.id}>
            <Anchor component={Link} to={`/documents/${document.id}`}>
              {document.title}
            </Anchor>
            <Group gap="xs" wrap="nowrap">
              <Button
                variant="subtle"
                size="compact-sm"
                loading={download.isPending && download.variables === document}
                leftSection={<IconDownload size={14} aria-hidden="true" />}
                aria-label={`Download ${document.title}`}
                onClick={() => download.mutate(document)}
              >
                Download
              </Button>
              {document.can.delete && (
                <Button
                  variant="subtle"
                  color="wax"
                  size="compact-sm"
                  leftSection={<IconTrash size={14} aria-hidden="true" />}
                  aria-label={`Delete ${document.title}`}
                  onClick={() => setDeleting(document)}
                >
                  Delete
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
      {data.nextCursor && (
        <Text size="sm">These are the newest 50. The others follow as you delete them.</Text>
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.title}?`}
          confirm="Delete document"
          destructive
          failure={screen.deleteFailed}
          act={async () => {
            await call('DELETE /api/documents/:documentId', { params: { documentId: deleting.id } })
            toast.success(success.deleted)
            await refreshEverything()
          }}
          onClose={() => setDeleting(null)}
        >
          <Stack>
            <WhoLosesAccess documentIds={[deleting.id]} />
            <div>
              Nobody will see it any more. Please download it first if you need a copy: a trustee can restore
              it for a limited time only.
            </div>
          </Stack>
        </ConfirmDialog>
      )}
    </>
  )
}
