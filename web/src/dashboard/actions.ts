import type { SessionUser } from '@deedbox/contract/accounts.ts'
import {
  IconFileSearch,
  IconFiles,
  IconFileUpload,
  IconInbox,
  IconKey,
  IconMail,
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
  text: 'Add deeds, wills and other papers; several at once.',
  icon: IconFileUpload,
}

export const requestAccess: Action = {
  to: '/requestor/documents?tab=request-access',
  label: 'Request Access',
  text: 'Ask a trustee for a document, for a client of yours.',
  icon: IconKey,
}

/** Where an administrator goes from the dashboard; what waits for them comes first. */
export function administration(system: Answer<'GET /api/dashboard'>['system'] | undefined): Action[] {
  return [
    ...(system && system.unconfirmedTrustees > 0
      ? [
          {
            to: '/admin/users?confirmed=false',
            label: 'Confirm trustees',
            text: 'People who signed up as trustees and wait for you.',
            icon: IconUserCheck,
          },
        ]
      : []),
    {
      to: '/admin/users',
      label: 'Users',
      text: 'Find people, invite them to a role, set how long guests may stay.',
      icon: IconUsers,
    },
    {
      to: '/admin/mail',
      label: 'E-mail',
      text: 'What went out, what waits, and what failed and can be sent again.',
      icon: IconMail,
    },
    {
      to: '/trustee/requests',
      label: 'Requests',
      text: 'Approve or deny what people ask for.',
      icon: IconInbox,
    },
    {
      to: '/documents',
      label: 'All Documents',
      text: 'Open, search and sort everything that is stored here.',
      icon: IconFiles,
    },
    upload,
    {
      to: '/documents/deleted',
      label: 'Deleted documents',
      text: 'Bring a document back within 30 days.',
      icon: IconTrash,
    },
  ]
}

/** Quick Actions (specification, section 2); only those that this person may. */
export function quickActions(user: SessionUser): Action[] {
  const asks = holds(user, 'canRequestAccess')
  return [
    ...(asks ? [requestAccess] : []),
    ...(holds(user, 'canManageDocuments', 'canUploadDocuments') ? [upload] : []),
    ...(user.permissions.length > 0
      ? [
          {
            to: asks ? '/requestor/documents?tab=browse-documents' : '/documents',
            label: 'Browse Documents',
            text: asks
              ? 'How to be given access to more documents.'
              : 'Open, search and sort everything that you may see.',
            icon: IconFileSearch,
          },
        ]
      : []),
  ]
}
