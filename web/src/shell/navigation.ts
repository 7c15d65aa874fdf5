import type { SessionUser } from '@deedbox/contract/accounts.ts'
import { holds, keepsMatters } from '../lib/session.ts'

const documentLabels: Record<string, string> = {
  admin: 'All Documents',
  trustee: 'Documents',
  b2b_admin: 'Documents',
  requestor: 'Document Access',
  guest: 'My Documents',
}

type Link = { to: string; label: string }

const calendar: Link = { to: '/calendar', label: 'Calendar' }
const custody: Link = { to: '/custody', label: 'Custody' }
const auditTrail: Link = { to: '/admin/audit', label: 'Audit trail' }

/** Lists the links of the header for a role (specification, section 2: Header navigation). */
export function navigationFor(user: SessionUser): Link[] {
  const documents = documentLabels[user.role]
  return [
    { to: '/dashboard', label: 'Dashboard' },
    ...(documents ? [{ to: '/documents', label: documents }] : []),
    ...(keepsMatters(user) || user.role === 'b2b_admin' ? [{ to: '/matters', label: 'Matters' }] : []),
    ...(user.role === 'trustee' ? [{ to: '/trustee/requests', label: 'Requests' }, calendar] : []),
    ...(user.role === 'trustee' && keepsMatters(user) ? [custody] : []),
    ...(user.role === 'admin' ? [{ to: '/admin/users', label: 'Users' }] : []),
    ...(user.role === 'admin' ? [{ to: '/admin/organizations', label: 'Organizations' }] : []),
    ...(user.role === 'admin' ? [auditTrail] : []),
    ...(user.role === 'admin' ? [{ to: '/admin/system', label: 'System' }] : []),
    ...(user.role === 'b2b_admin' ? [{ to: '/b2b/users', label: 'Team' }] : []),
    ...(user.role === 'b2b_admin' ? [{ to: '/b2b/requests', label: 'Requests' }, calendar] : []),
  ]
}

/** Lists the links of the user menu (specification, section 2). */
export function menuFor(user: SessionUser): Link[] {
  return [
    { to: '/profile', label: 'Profile' },
    { to: '/settings', label: 'Settings' },
    ...(user.role === 'admin' || user.role === 'requestor' ? [calendar] : []),
    ...(user.role === 'admin' ? [custody] : []),
    { to: '/releases', label: 'Releases' },
    ...(keepsMatters(user) ? [{ to: '/inspections', label: 'Inspections' }] : []),
    ...(user.role === 'admin' ? [{ to: '/admin/settings', label: 'System Settings' }] : []),
    ...(user.role === 'b2b_admin' ? [{ to: '/b2b/settings', label: 'Organization Settings' }] : []),
    ...(holds(user, 'canManageUsers') ? [{ to: '/users', label: 'Manage Users' }] : []),
    ...(user.role === 'admin' ? [] : [auditTrail]),
  ]
}

/** The pages about the system itself, which link to each other. */
export const administrationPages = [
  { to: '/admin/system', label: 'System' },
  { to: '/admin/settings', label: 'System Settings' },
  { to: '/admin/health', label: 'Health' },
  { to: '/admin/keys', label: 'Keys' },
  { to: '/admin/audit', label: 'Audit trail' },
  { to: '/admin/mail', label: 'Email' },
  { to: '/admin/announce', label: 'Announcements' },
  { to: '/admin/enquiries', label: 'Enquiries' },
  { to: '/admin/holds', label: 'Legal holds' },
  { to: '/admin/date-rules', label: 'Rules for dates' },
  { to: '/admin/storage', label: 'Content without a record' },
]

/** Pages that belong to a link of the header besides its own. */
const partOf: Record<string, string[]> = {
  '/documents': ['/documents', '/clients'],
  '/admin/system': administrationPages.map(({ to }) => to).filter((to) => to !== auditTrail.to),
}

/** Tells whether a link of the header leads to the part of Deedbox that contains this page. */
export function leadsToPart(to: string, pathname: string): boolean {
  const part = partOf[to] ?? [to]
  return part.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
