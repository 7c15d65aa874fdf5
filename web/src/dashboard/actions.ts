import type { SessionUser } from '@deedbox/contract/accounts.ts'
import { countText } from '@deedbox/contract/counts.ts'
import {
  IconBuilding,
  IconFileSearch,
  IconFiles,
  IconFileUnknown,
  IconFileUpload,
  IconHeartbeat,
  IconInbox,
  IconKey,
  IconMail,
  IconMessageQuestion,
  IconServer,
  IconTrash,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react'
import type { Answer } from '../lib/api.ts'
import { holds } from '../lib/session.ts'
import type { Action } from './action-cards.tsx'

const upload: Action = {
  to: '/documents/upload',
  label: 'Upload Document',
  text: 'Add deeds, wills and other papers, one or several at once.',
  icon: IconFileUpload,
}

export const browse = (asks: boolean): Action => ({
  to: asks ? '/requestor/documents?tab=browse-documents' : '/documents',
  label: 'Browse Documents',
  text: asks
    ? 'How to get access to more documents.'
    : 'Open, search and sort every document that you can see.',
  icon: IconFileSearch,
})

export const requestAccess: Action = {
  to: '/requestor/documents?tab=request-access',
  label: 'Request Access',
  text: 'Ask a trustee for a document on behalf of a client.',
  icon: IconKey,
}

/** Lists an administrator's links on the dashboard, those that need attention first. */
export function administration(system: Answer<'GET /api/dashboard'>['system'] | undefined): Action[] {
  const unrecorded = system?.unrecordedFiles ?? 0
  return [
    ...(unrecorded > 0 ? [contentWithoutRecord(unrecorded)] : []),
    ...(system && system.unconfirmedTrustees > 0
      ? [
          {
            to: '/admin/users?status=unconfirmed',
            label: 'Confirm trustees',
            text: 'People who signed up as trustees and need your confirmation.',
            icon: IconUserCheck,
          },
        ]
      : []),
    {
      to: '/admin/users',
      label: 'Users',
      text: 'Find and invite people, and set when a guest’s access ends.',
      icon: IconUsers,
    },
    {
      to: '/admin/system',
      label: 'System',
      text: 'What runs here: database, storage, emails, jobs and who is online.',
      icon: IconServer,
    },
    {
      to: '/admin/health',
      label: 'Health',
      text: 'Check that every part works, now and over the last 30 days.',
      icon: IconHeartbeat,
    },
    {
      to: '/admin/organizations',
      label: 'Organizations',
      text: 'Keep the details of firms, see their members and documents, and deactivate them.',
      icon: IconBuilding,
    },
    {
      to: '/admin/mail',
      label: 'Email',
      text: 'See which emails were sent, are waiting or have failed, and send failed ones again.',
      icon: IconMail,
    },
    {
      to: '/admin/enquiries',
      label: 'Enquiries',
      text: 'Read and answer what people sent with the contact form.',
      icon: IconMessageQuestion,
    },
    {
      to: '/trustee/requests',
      label: 'Requests',
      text: 'Approve or deny requests for access.',
      icon: IconInbox,
    },
    {
      to: '/documents',
      label: 'All Documents',
      text: 'Open, search and sort every document.',
      icon: IconFiles,
    },
    upload,
    {
      to: '/documents/deleted',
      label: 'Deleted documents',
      text: 'Restore a document within 30 days.',
      icon: IconTrash,
    },
    ...(unrecorded === 0 ? [contentWithoutRecord(0)] : []),
  ]
}

const contentWithoutRecord = (files: number): Action => ({
  to: '/admin/storage',
  label: 'Content without a record',
  text:
    files === 0
      ? 'Stored files that do not belong to any document. There are none.'
      : files === 1
        ? 'One stored file does not belong to any document. Please check it.'
        : `${countText(files)} stored files do not belong to any document. Please check them.`,
  icon: IconFileUnknown,
})

const team: Action = {
  to: '/b2b/users',
  label: 'Team',
  text: 'Find and invite members of your organisation, and set when a guest’s access ends.',
  icon: IconUsers,
}

const organizationRequests: Action = {
  to: '/b2b/requests',
  label: 'Requests',
  text: 'See what members ask for and requests for your documents, and send reminders.',
  icon: IconInbox,
}

/** Lists Quick Actions (specification, section 2), limited to those that section 6 allows this person (ADR 14). */
export function quickActions(user: SessionUser): Action[] {
  const asks = holds(user, 'canRequestAccess')
  return [
    ...(asks ? [requestAccess] : []),
    ...(holds(user, 'canManageDocuments', 'canUploadDocuments') ? [upload] : []),
    ...(user.permissions.length > 0 ? [browse(asks)] : []),
    ...(holds(user, 'canManageOrganization') ? [team, organizationRequests] : []),
  ]
}
