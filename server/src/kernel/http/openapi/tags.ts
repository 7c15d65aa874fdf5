/** The parts of the API, in the order in which the reference shows them, by the first parts of their paths. */
export const tags = [
  {
    name: 'Documents',
    paths: [
      'documents',
      'document-links',
      'document-versions',
      'copies',
      'check',
      'uploads',
      'take-outs',
      'search',
    ],
    description: 'Store, list, read, search, delete and restore documents.',
  },
  {
    name: 'Access',
    paths: ['access'],
    description: 'Who may open a document, until when; share, renew, revoke.',
  },
  {
    name: 'Clients',
    paths: ['clients'],
    description: 'The clients whose documents are kept.',
  },
  {
    name: 'Matters',
    paths: ['matters', 'matter-imports', 'matter-runs', 'parties', 'deaths', 'identity-checks'],
    description:
      'Trusts, estates, funds, companies and people for whom documents are kept, and who is party to them.',
  },
  {
    name: 'Custody',
    paths: ['packets', 'places', 'stock-takes'],
    description: 'The custody register: packets of paper originals, where they are and who holds them.',
  },
  {
    name: 'Calendar',
    paths: ['due-dates', 'calendar', 'date-rules'],
    description: 'What falls due of matters and documents.',
  },
  {
    name: 'Release',
    paths: ['nominations', 'nominated', 'released', 'inspections', 'inspection-evidence', 'entitled'],
    description:
      'Who may ask for access when somebody dies or cannot act, what they asked for, and requests to inspect a will.',
  },
  {
    name: 'Requests',
    paths: ['requests'],
    description: 'Requests for access and for more time, and their decisions.',
  },
  {
    name: 'Owner requests',
    paths: ['owner-requests'],
    description: 'Requests to people who hold documents.',
  },
  {
    name: 'Session',
    paths: ['session', 'sign-in', 'sign-in-phone', 'functions', 'password', 'setup', 'oauth', 'saml', 'sso'],
    description: 'Signing up, in and out, passwords, and proving again who one is.',
  },
  {
    name: 'Account security',
    paths: [
      'factors',
      'passkeys',
      'tokens',
      'sessions',
      'sign-ins',
      'devices',
      'push-subscriptions',
      'identities',
      'security',
      'phone',
    ],
    description:
      'Second factors, passkeys, sessions, devices, notices in browsers, linked sign-ins and personal access tokens of the caller.',
  },
  {
    name: 'Authentication API',
    paths: ['auth', '.well-known'],
    description: 'Signing in for programs, as the clients of Supabase Auth expect it.',
  },
  {
    name: 'Profile',
    paths: ['profile', 'preferences', 'reminders', 'dashboard', 'waiting', 'live'],
    description: 'The caller: profile, preferences, dashboard, what waits for them, live events.',
  },
  {
    name: 'People',
    paths: ['users', 'people', 'invitations', 'organization-names'],
    description: 'People and invitations, for those who manage people.',
  },
  {
    name: 'Organisations',
    paths: ['organizations', 'providers', 'domains'],
    description: 'Organisations, and how their people sign in.',
  },
  {
    name: 'Reviews',
    paths: ['reviews'],
    description: 'Reviews of documents whose period is over; none removes anything.',
  },
  { name: 'Holds', paths: ['holds'], description: 'Legal holds: what is held is not removed.' },
  { name: 'Audit', paths: ['audit'], description: 'The audit trail and its reports.' },
  {
    name: 'Enquiries',
    paths: ['contact', 'enquiries', 'mail-reports'],
    description: 'The contact form, its messages, and reports of unwanted mail.',
  },
  {
    name: 'System',
    paths: [
      'system',
      'settings',
      'backups',
      'keys',
      'storage',
      'mails',
      'announcements',
      'health',
      'log',
      'metrics',
      'openapi.json',
      'docs',
    ],
    description: 'Settings, health and figures of the deployment, outgoing mail, this document.',
  },
] as const

/** Returns the tag of a path; that of an unknown part is not in the list, which a test finds. */
export function tagOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter(Boolean)
  const segment = first === 'api' ? second : first
  return tags.find(({ paths }) => (paths as readonly string[]).includes(segment))?.name ?? segment
}
