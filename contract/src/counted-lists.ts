import { addDays } from './dates.ts'
import { type DocumentFilter, toOfDocuments } from './document-filters.ts'
import { setFilters } from './filters.ts'
import { limits } from './limits.ts'

type Parts = Record<string, string | undefined>

/** The list that a figure counts: the page that shows it, the parts of its address, and the call that is made for them. */
export type CountedList = {
  page: string
  parts: Parts
  call: `GET /api/${'documents' | 'access' | 'requests' | 'users' | 'organizations' | 'mails' | 'storage/unrecorded'}`
  /** Parameters that the page sends besides the parts of its address. */
  fixed?: Parts
}

/** Returns the address of the page for a link. */
export function addressOf({ page, parts }: CountedList): string {
  const query = new URLSearchParams(setFilters(parts))
  return query.size > 0 ? `${page}?${query}` : page
}

/** Returns the query of the call that the page makes. */
export const queryOf = ({ parts, fixed = {} }: CountedList): URLSearchParams =>
  new URLSearchParams(setFilters({ ...parts, ...fixed }))

export type Viewer = { permissions: readonly string[] }
const handles = ({ permissions }: Viewer) => permissions.includes('canManageDocuments')

const later = (one: string | undefined, other: string) => (one && one > other ? one : other)
const earlier = (one: string | undefined, other: string) => (one && one < other ? one : other)

const list = (page: string, call: CountedList['call'], parts: Parts = {}): CountedList => ({
  page,
  call,
  parts,
})

/** Lists documents that expire from today until this many days later, the soonest first. */
export const expiring = (
  today: string,
  days: number,
  filter: DocumentFilter & { owner?: 'me' } = {},
): CountedList =>
  list('/documents', 'GET /api/documents', {
    ...filter,
    expiryDateFrom: later(filter.expiryDateFrom, today),
    expiryDateTo: earlier(filter.expiryDateTo, addDays(today, days)),
    sort: 'expiryDate',
    direction: 'asc',
  })

/** Lists grants on the documents that the viewer handles; for others their own. */
export const accessList = (viewer: Viewer, parts: Parts, filter: DocumentFilter = {}): CountedList => ({
  ...list('/access', 'GET /api/access', { ...toOfDocuments(filter), ...parts }),
  fixed: { scope: handles(viewer) ? 'handled' : 'own' },
})

/** Lists grants that end until this many days later, the soonest first. */
export const ending = (viewer: Viewer, today: string, days: number): CountedList =>
  accessList(viewer, { view: 'active', endsUntil: addDays(today, days), sort: 'endsAt', direction: 'asc' })

const pendingRequests = (viewer: Viewer, filter: DocumentFilter = {}): CountedList =>
  handles(viewer)
    ? {
        ...list('/trustee/requests', 'GET /api/requests', { status: 'pending', ...toOfDocuments(filter) }),
        fixed: { view: 'review' },
      }
    : {
        ...list('/requestor/documents', 'GET /api/requests', { tab: 'my-requests', status: 'pending' }),
        fixed: { view: 'own', tab: undefined },
      }

const { expiringSoonDays } = limits

/** Returns the lists that the figures of the trustee dashboard count, with its filter. */
export const trusteeLists = (viewer: Viewer, today: string, filter: DocumentFilter) => ({
  documents: list('/documents', 'GET /api/documents', filter),
  /** List with the largest first. */
  storageBytes: list('/documents', 'GET /api/documents', { ...filter, sort: 'fileSize' }),
  activeAccess: accessList(viewer, { view: 'active' }, filter),
  pendingRequests: pendingRequests(viewer, filter),
  expiringSoon: expiring(today, expiringSoonDays, filter),
  expiredOpen: accessList(viewer, { view: 'still-open' }, filter),
})

/** Returns the lists that the figures of the other dashboards count. */
export const dashboardLists = (viewer: Viewer, today: string) => ({
  documents: list('/documents', 'GET /api/documents'),
  own: list('/documents', 'GET /api/documents', { owner: 'me' }),
  expiringSoon: expiring(today, expiringSoonDays),
  /** List of the viewer's own grants, for all roles. */
  endingSoon: ending({ permissions: [] }, today, expiringSoonDays),
  activeAccess: accessList(viewer, { view: 'active' }),
  pendingRequests: pendingRequests(viewer),
})

/** The lists that the figures of administrators count. */
export const systemLists = {
  users: list('/admin/users', 'GET /api/users'),
  organizations: list('/admin/organizations', 'GET /api/organizations'),
  unconfirmedTrustees: list('/admin/users', 'GET /api/users', { status: 'unconfirmed' }),
  failedMails: list('/admin/mail', 'GET /api/mails', { status: 'failed' }),
  unrecordedFiles: list('/admin/storage', 'GET /api/storage/unrecorded'),
}

/** Lists emails that were not delivered lately: administrators see all, others those that they caused. */
export const undeliveredMails = ({ permissions }: Viewer): CountedList =>
  list(permissions.includes('canManageSystem') ? '/admin/mail' : '/mails', 'GET /api/mails', {
    status: 'failed',
    days: String(limits.today.failedMailDays),
  })

export const organizationUsersList = list('/b2b/users', 'GET /api/users')
