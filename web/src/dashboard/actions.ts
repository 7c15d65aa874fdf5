import type { SessionUser } from '@deedbox/contract/accounts.ts'
import {
  type Icon,
  IconFiles,
  IconFileUpload,
  IconTrash,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react'
import { holds } from '../lib/session.ts'

type Action = { to: string; label: string; text: string; icon: Icon }

/** What a person may do next, the likeliest first; only pages that exist and that their permissions open. */
export function actionsFor(user: SessionUser, unconfirmedTrustees: number): Action[] {
  const actions: Action[] = []
  const confirm: Action = {
    to: '/admin/users?confirmed=false',
    label: 'Confirm trustees',
    text: 'People who signed up as trustees and wait for you.',
    icon: IconUserCheck,
  }
  if (holds(user, 'canManageSystem') && unconfirmedTrustees > 0) actions.push(confirm)
  if (holds(user, 'canManageDocuments', 'canUploadDocuments'))
    actions.push({
      to: '/documents/upload',
      label: 'Upload Document',
      text: 'Add deeds, wills and other papers; several at once.',
      icon: IconFileUpload,
    })
  if (holds(user, 'canManageSystem'))
    actions.push({
      to: '/admin/users',
      label: 'People',
      text: 'Find people, invite them to a role, set how long guests may stay.',
      icon: IconUsers,
    })
  if (user.permissions.length > 0)
    actions.push({
      to: '/documents',
      label: holds(user, 'canViewAllDocuments') ? 'All Documents' : 'My Documents',
      text: 'Open, search and sort everything that you may see.',
      icon: IconFiles,
    })
  if (holds(user, 'canManageDocuments'))
    actions.push({
      to: '/documents/deleted',
      label: 'Deleted documents',
      text: 'Bring a document back within 30 days.',
      icon: IconTrash,
    })
  return actions
}
