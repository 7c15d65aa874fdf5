import { Button } from '@mantine/core'
import {
  IconCalendarCheck,
  IconCircleCheck,
  IconKey,
  IconTrash,
  IconUpload,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { DocumentList } from '../documents/document-list.tsx'
import { holds, useUser } from '../lib/session.ts'
import { navigationFor } from '../shell/navigation.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { pageTitles } from '../ui/page-titles.ts'
import { ManageMenu } from './manage-menu.tsx'
import { useShareChosen } from './share-chosen.tsx'

/** Page /documents */
export function Component() {
  const user = useUser()
  const { share, dialog } = useShareChosen()
  const title =
    user.role === 'guest'
      ? 'Available Documents'
      : (navigationFor(user).find(({ to }) => to === '/documents')?.label ?? 'Documents')
  return (
    <>
      <PageHeader
        title={title}
        lead={pageTitles.documents.lead}
        list
        actions={
          <>
            {holds(user, 'canManageDocuments', 'canGrantAccess') && <ManageMenu />}
            {holds(user, 'canManageDocuments') && (
              <Button
                component={Link}
                to="/documents?status=pending"
                variant="default"
                leftSection={<IconCircleCheck size={16} aria-hidden="true" />}
              >
                To confirm
              </Button>
            )}
            {holds(user, 'canManageDocuments') && (
              <Button
                component={Link}
                to="/clients"
                variant="default"
                leftSection={<IconUsersGroup size={16} aria-hidden="true" />}
              >
                Clients
              </Button>
            )}
            {holds(user, 'canManageDocuments', 'canViewOwnDocuments') && (
              <Button
                component={Link}
                to="/documents/reviews"
                variant="default"
                leftSection={<IconCalendarCheck size={16} aria-hidden="true" />}
              >
                Reviews
              </Button>
            )}
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
          </>
        }
        primary={
          holds(user, 'canManageDocuments', 'canUploadDocuments') && (
            <Button
              component={Link}
              to="/documents/upload"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              Upload<span data-long>&nbsp;Document</span>
            </Button>
          )
        }
      />
      <DocumentList label={title} onShare={share} />
      {dialog}
    </>
  )
}
