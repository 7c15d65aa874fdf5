import { errors } from '../../contract/src/refusals.ts'

/* The route table of the specification (section 2) and the links of header, user menu and footer, for people in every state. */

export const states = [
  'admin',
  'trustee',
  'b2b_admin',
  'requestor',
  'guest',
  'unknown role',
  'unconfirmed trustee',
  'signed out',
  'deactivated',
  'expired guest',
] as const
export type State = (typeof states)[number]

/** Result of opening an address: a page's heading, at another address if it redirects. */
export type Outcome = { heading: string; at?: string }
type Row = { path: string; outcome: (state: State) => Outcome }

const shown = (heading: string): Outcome => ({ heading })
const denied = shown('Access Denied')
const expired = shown('Access Expired')
const notFound = shown('Oops! Page not found')

const noSession: readonly State[] = ['signed out', 'deactivated']
const trustees: readonly State[] = ['trustee', 'unconfirmed trustee']

const dashboards: Partial<Record<State, string>> = {
  admin: 'System Administrator Dashboard',
  trustee: 'Trustee Dashboard',
  'unconfirmed trustee': 'Trustee Dashboard',
  b2b_admin: 'Organization Administrator Dashboard',
  guest: 'Guest Access Dashboard',
}
const dashboard = (state: State): Outcome => ({
  heading: dashboards[state] ?? 'Welcome, Alex',
  at: '/dashboard',
})

const lists: Partial<Record<State, string>> = {
  admin: 'All Documents',
  requestor: 'Document Access',
  guest: 'Available Documents',
}
const documents = (state: State): Outcome => ({ heading: lists[state] ?? 'Documents', at: '/documents' })

/**
 * Makes the row of a page of the application: an expired guest is told so everywhere, and people who are not signed in are asked to (unless
 * `signedOut`).
 */
const inside = (path: string, outcome: Row['outcome'], signedOut?: Row['outcome']): Row => ({
  path,
  outcome(state) {
    if (state === 'expired guest') return expired
    if (!noSession.includes(state)) return outcome(state)
    const login = { heading: 'Sign in', at: `/login?returnTo=${encodeURIComponent(path)}` }
    return signedOut?.(state) ?? login
  },
})

/** Makes the row of a page for some, which says Access Denied to everyone else who is signed in. */
const only = (allowed: readonly State[], path: string, heading: string): Row =>
  inside(path, (state) => (allowed.includes(state) ? shown(heading) : denied))

/** Makes the row of a page for people without an account or session; others go to the dashboard. */
const arriving = (path: string, outcome: Outcome): Row => inside(path, dashboard, () => outcome)

/** Makes the row of a public page, static and for everyone. */
const open = (path: string, heading: string): Row => ({ path, outcome: () => shown(heading) })

/** Objects that the addresses name. */
export type Ids = { documentId: string; documentTitle: string; requestId: string; requester: string }

export const publicRoutes: readonly Row[] = [
  open('/', 'The deed box, with a record of every key.'),
  open('/security', 'Security'),
  open('/contact', 'Contact us'),
  open('/features', 'What Deedbox does'),
  open('/pricing', 'Pricing'),
  open('/about', 'About Deedbox'),
  open('/privacy', 'Privacy policy'),
  open('/terms', 'Terms of service'),
  open('/compliance', 'Compliance'),
  open('/guide', 'Guide'),
  open('/check', 'Check a copy'),
  open('/check/0000-0000-0000-0000', 'Check a copy'),
]

/**
 * Lists the other routes of the table. The document belongs to the trustee and is shared with the guest; the owner request is addressed to the
 * unconfirmed trustee.
 */
export function routes({ documentId, documentTitle, requestId, requester }: Ids): Row[] {
  const one = (state: State) =>
    shown(
      ['admin', 'trustee', 'guest'].includes(state) ? documentTitle : errors['document-not-found'].message,
    )
  const requesting = (state: State) =>
    state === 'requestor'
      ? shown('Access and Requests')
      : state === 'guest'
        ? shown('Available Documents')
        : documents(state)
  const everyone = (heading: string) => () => shown(heading)
  return [
    inside('/dashboard', dashboard, () => denied),
    inside('/documents', documents),
    only(['admin', ...trustees, 'requestor'], '/documents/upload', 'Upload documents'),
    inside(`/documents/${documentId}`, one),
    inside(`/documents/shared/${documentId}`, one),
    inside('/documents/requestor', requesting),
    inside('/requestor/documents', requesting),
    inside('/settings', everyone('Settings')),
    inside('/profile', everyone('Profile'), () => denied),
    arriving('/login', shown('Sign in')),
    arriving('/signup', shown('Create your account')),
    arriving('/verify-otp', { heading: 'Create your account', at: '/signup' }),
    inside('/forgot-password', everyone('Forgot your password?'), everyone('Forgot your password?')),
    inside('/reset-password', everyone('Link not valid'), everyone('Link not valid')),
    inside('/trustee/requests', (state) =>
      state === 'admin' || trustees.includes(state) ? shown('Access Requests') : dashboard(state),
    ),
    inside(
      `/owner-request/${requestId}`,
      (state) =>
        state === 'admin' || trustees.includes(state)
          ? shown(`Request from ${requester}`)
          : shown(errors['owner-request-hidden'].message),
      everyone('Authentication Required'),
    ),
    only(['admin'], '/admin/users', 'Users'),
    only(['admin'], '/admin/organizations', 'Organizations'),
    only(['admin'], '/admin/system', 'System'),
    only(['admin'], '/admin/health', 'Health'),
    only(['admin'], '/admin/keys', 'Keys'),
    only(['admin'], '/admin/settings', 'System Settings'),
    only(['b2b_admin'], '/b2b/users', 'Team'),
    only(['b2b_admin'], '/b2b/requests', 'Requests'),
    only(['b2b_admin'], '/b2b/settings', 'Organization Settings'),
    inside('/users', (state) =>
      state === 'admin'
        ? shown('Manage Users')
        : state === 'b2b_admin'
          ? { heading: 'Team', at: '/b2b/users' }
          : denied,
    ),
    inside('/no/such/page', () => notFound, everyone(notFound.heading)),
    // Pages that are not in the specification's table, but linked from its pages.
    only(['admin', ...trustees], '/documents/deleted', 'Deleted documents'),
    only(['admin', ...trustees, 'b2b_admin', 'requestor'], '/documents/reviews', 'Reviews'),
    only(['admin', ...trustees, 'b2b_admin', 'requestor'], '/calendar', 'Calendar'),
    inside('/access', everyone('Access')),
    inside('/mails', everyone('Your emails')),
    inside('/releases', everyone('Releases')),
    only(['admin', ...trustees], '/inspections', 'Requests to inspect a will'),
    inside(
      '/inspect/evidence/none',
      everyone('Evidence for your request'),
      everyone('Evidence for your request'),
    ),
    inside('/inspect', everyone('Ask to inspect a will'), everyone('Ask to inspect a will')),
    inside('/admin/audit', everyone('Audit trail')),
    only(['admin', ...trustees], '/clients', 'Clients'),
    inside('/clients/Nobody', everyone('Nobody')),
    only(['admin', ...trustees, 'b2b_admin'], '/matters', 'Matters'),
    only(['admin', ...trustees, 'b2b_admin'], '/custody', 'Custody'),
    only(
      ['admin', ...trustees, 'b2b_admin'],
      '/matters/00000000-0000-4000-8000-000000000000/owners',
      'Beneficial owners',
    ),
    only(['admin', ...trustees], '/parties/00000000-0000-4000-8000-000000000000', 'Party'),
    only(['admin', ...trustees], '/matters/import', 'Import matters'),
    only(['admin', ...trustees], '/custody/stock-takes', 'Stock-takes'),
    only(['admin'], '/admin/mail', 'Email'),
    only(['admin'], '/admin/announce', 'Announcements'),
    only(['admin'], '/admin/enquiries', 'Enquiries'),
    only(['admin'], '/admin/holds', 'Legal holds'),
    only(['admin'], '/admin/date-rules', 'Rules for dates'),
    only(['admin'], '/admin/storage', 'Content without a record'),
  ]
}

/** Tells whether a link leads somebody to a page rather than to a refusal, the log-in or nothing. */
export function leadsSomewhere(link: string, state: State): boolean {
  const ids = { documentId: '', documentTitle: '', requestId: '', requester: '' }
  const [path] = link.split(/[?#]/)
  const outcome = [...publicRoutes, ...routes(ids)].find((route) => route.path === path)?.outcome(state)
  return outcome !== undefined && outcome !== denied && !outcome.at?.startsWith('/login?')
}

export type Link = readonly [label: string, path: string]
type Links = readonly Link[]

const documentLabels: Partial<Record<State, string>> = {
  admin: 'All Documents',
  requestor: 'Document Access',
  guest: 'My Documents',
  'unknown role': '',
}
const ownLinks: Partial<Record<State, Links>> = {
  admin: [
    ['Matters', '/matters'],
    ['Users', '/admin/users'],
    ['Organizations', '/admin/organizations'],
    ['Audit trail', '/admin/audit'],
    ['System', '/admin/system'],
  ],
  trustee: [
    ['Matters', '/matters'],
    ['Requests', '/trustee/requests'],
    ['Calendar', '/calendar'],
    ['Custody', '/custody'],
  ],
  'unconfirmed trustee': [
    ['Requests', '/trustee/requests'],
    ['Calendar', '/calendar'],
  ],
  b2b_admin: [
    ['Matters', '/matters'],
    ['Team', '/b2b/users'],
    ['Requests', '/b2b/requests'],
    ['Calendar', '/calendar'],
  ],
}

/** Lists the links of the header. */
export function headerOf(state: State): Links {
  if (state === 'expired guest') return []
  if (noSession.includes(state))
    return [
      ['Features', '/features'],
      ['Pricing', '/pricing'],
      ['Sign In', '/login'],
      ['Get Started', '/signup'],
    ]
  const label = documentLabels[state] ?? 'Documents'
  return [
    ['Dashboard', '/dashboard'],
    ...(label ? [[label, '/documents'] as const] : []),
    ...(ownLinks[state] ?? []),
  ]
}

/** Lists the links of the user menu: the specification's, and Settings. */
export const menuOf = (state: State): Links => [
  ['Profile', '/profile'],
  ['Settings', '/settings'],
  ...(['admin', 'requestor'].includes(state) ? [['Calendar', '/calendar'] as const] : []),
  ...(state === 'admin' ? [['Custody', '/custody'] as const] : []),
  ['Releases', '/releases'],
  ...(['admin', 'trustee'].includes(state) ? [['Inspections', '/inspections'] as const] : []),
  ...(state === 'admin' ? [['System Settings', '/admin/settings'] as const] : []),
  ...(state === 'b2b_admin' ? [['Organization Settings', '/b2b/settings'] as const] : []),
  ...(['admin', 'b2b_admin'].includes(state) ? [['Manage Users', '/users'] as const] : []),
  ...(state === 'admin' ? [] : [['Audit trail', '/admin/audit'] as const]),
]

export const footer: Links = [
  ['Features', '/features'],
  ['Pricing', '/pricing'],
  ['Security', '/security'],
  ['About', '/about'],
  ['Contact', '/contact'],
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
  ['Compliance', '/compliance'],
  ['Guide', '/guide'],
  ['Check a copy', '/check'],
]
