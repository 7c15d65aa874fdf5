import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { Button } from '@mantine/core'
import { IconKey, IconTrash, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { DocumentList } from '../documents/document-list.tsx'
import { holds, useUser } from '../lib/session.ts'
import { navigationFor } from '../shell/navigation.ts'
import { documentsPage } from '../shell/titles.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ManageMenu } from './manage-menu.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('../access/share-dialog.tsx')).ShareDialog }))

/** /documents */
export function Component() {
  const user = useUser()
  const [sharing, setSharing] = useState<DocumentRow | null>(null)
  const title =
    user.role === 'guest'
      ? 'Available Documents'
      : (navigationFor(user).find(({ to }) => to === '/documents')?.label ?? 'Documents')
  return (
    <>
      <PageHeader
        title={title}
        lead={documentsPage.lead}
        actions={
          <>
            {holds(user, 'canManageDocuments', 'canGrantAccess') && <ManageMenu />}
            {holds(user, 'canManageDocuments') && (
              <Button
                component={Link}
                to="/documents/deleted"
                variant="default"
                leftSection={<IconTrash size={16} aria-hidden="true" />}
              >
                Deleted
              </Button>
            )}
            {holds(user, 'canRequestAccess') && (
              <Button
                component={Link}
                to="/requestor/documents?tab=request-access"
                variant="default"
                leftSection={<IconKey size={16} aria-hidden="true" />}
              >
                Request Access
              </Button>
            )}
            {holds(user, 'canManageDocuments', 'canUploadDocuments') && (
              <Button
                component={Link}
                to="/documents/upload"
                leftSection={<IconUpload size={16} aria-hidden="true" />}
              >
                Upload Document
              </Button>
            )}
          </>
        }
      />
      <DocumentList label={title} onShare={setSharing} />
      <Suspense>{sharing && <ShareDialog document={sharing} onClose={() => setSharing(null)} />}</Suspense>
    </>
  )
}
