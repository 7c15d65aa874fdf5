import { emailOf, largeOrganisation, type Person } from './rows.ts'

/**
 * One measured call. 'flat': at the largest size at most 1.5 × what it takes at the smallest. 'list': at most 3 ×, or 25 ms. 'dashboard':
 * at most 100 ms.
 */
export type GrowthLine = { who: Person; what: string; path: string; target: 'flat' | 'list' | 'dashboard' }

const list = (who: Person, what: string, query = ''): GrowthLine => ({
  who,
  what,
  path: `/api/documents?limit=50${query}`,
  target: who === 'trustee' || who === 'admin' || who === 'largeOrganisationAdmin' ? 'list' : 'flat',
})

const sorts = ['uploadedAt', 'title', 'expiryDate', 'clientName', 'ownerName', 'fileSize', 'type', 'status']
const everyOrder = (who: Person, filter: string, what: string): GrowthLine[] =>
  sorts.flatMap((sort) =>
    ['asc', 'desc'].map((direction) =>
      list(who, `${what}by ${sort}, ${direction}`, `${filter}&sort=${sort}&direction=${direction}`),
    ),
  )

/** What finds many, few or no documents, in one filter or several. */
const filters: [string, string][] = [
  ['search that finds a tenth', '&search=harbour'],
  ['search that finds few', '&search=wattlebird'],
  ['search that finds none', '&search=zzyzxq'],
  ['search that finds none, of usual letters', '&search=harbourtrust'],
  ['search for two words', '&search=harbour+nguyen'],
  ['search for two words that finds none', '&search=harbour+client'],
  ['search for one letter', '&search=w'],
  ['search for two letters', '&search=ng'],
  ['search for two letters that finds none', '&search=zq'],
  ['search for a number', '&search=999'],
  ['type and expiry', '&documentType=trust_deed&expiryDateFrom=2027-03-01&expiryDateTo=2028-03-01'],
  ['expiry of one day', '&expiryDateFrom=2027-06-01&expiryDateTo=2027-06-01'],
  ['status pending', '&status=pending'],
  ['grantee of one name', `&userEmail=guest7@`],
  ['grantee: everybody', '&userEmail=guest'],
  ['grantee: a hundredth', '&userEmail=guest11'],
  ['grantee: nobody', '&userEmail=nobody@'],
  ['access active', '&accessStatus=active'],
  ['access expired', '&accessStatus=expired'],
  ['access revoked', '&accessStatus=revoked'],
  ['grantee and access', '&userEmail=guest7&accessStatus=expired'],
]

const filtered = (who: Person): GrowthLine[] => filters.map(([what, query]) => list(who, what, query))

const theirs = (who: Person): GrowthLine[] => [
  list(who, 'newest'),
  list(who, 'own', '&owner=me'),
  ...filtered(who),
  ...everyOrder(who, '', ''),
]

const handled = (what: string, query = ''): GrowthLine => ({
  who: 'trustee',
  what: `access ${what}`,
  path: `/api/access?scope=handled${query}`,
  target: 'list',
})
const figures = (who: Person, what: string, path: string): GrowthLine => ({
  who,
  what,
  path,
  target: 'dashboard',
})

/** Access, the audit trail and the dashboards. */
const accessAndFigures: GrowthLine[] = [
  ...['all', 'active', 'expired', 'revoked', 'long-term'].map((view) => handled(view, `&view=${view}`)),
  ...['endsAt', 'documentTitle', 'userName', 'grantedByName', 'accessLevel', 'status'].map((sort) =>
    handled(`by ${sort}`, `&sort=${sort}`),
  ),
  handled('of one email', '&userEmail=guest17@mail3.example'),
  handled('of a part of an email', '&userEmail=guest17'),
  handled('to view only', '&accessLevel=view'),
  handled('search that finds a tenth', '&search=harbour'),
  handled('search that finds few', '&search=wattlebird'),
  handled('as the bulk dialog asks', '&view=active&limit=1000'),
  { who: 'requestor', what: 'own access', path: '/api/access', target: 'flat' },
  { who: 'guest', what: 'own access', path: '/api/access', target: 'flat' },
  { who: 'trustee', what: 'audit trail', path: '/api/audit', target: 'list' },
  figures('trustee', 'trustee dashboard', '/api/dashboard/trustee'),
  figures('trustee', 'trustee dashboard by type', '/api/dashboard/trustee?documentType=other'),
  figures('trustee', 'trustee dashboard, search', '/api/dashboard/trustee?search=harbour'),
  ...(['admin', 'trustee', 'largeOrganisationAdmin'] as const).map((who) =>
    figures(who, 'dashboard', '/api/dashboard'),
  ),
  ...(['organisationAdmin', 'requestor', 'guest'] as const).map(
    (who): GrowthLine => ({ who, what: 'dashboard', path: '/api/dashboard', target: 'flat' }),
  ),
]

export const lines: GrowthLine[] = [
  ...accessAndFigures,
  ...theirs('trustee'),
  ...everyOrder('trustee', '&search=harbour', 'a tenth '),
  ...everyOrder('trustee', '&documentType=other', 'type Other '),
  ...everyOrder('trustee', '&userEmail=guest7@', 'grantee '),
  list('trustee', 'deleted', '&view=deleted'),
  list('trustee', 'an organisation with a tenth', `&organization=${largeOrganisation}`),
  list(
    'trustee',
    'an organisation with a tenth, search',
    `&organization=${largeOrganisation}&search=harbour`,
  ),
  ...theirs('largeOrganisationAdmin'),
  ...theirs('organisationAdmin'),
  ...theirs('requestor'),
  list('guest', 'newest'),
  ...filters.map(([what, query]) => list('guest', what, query)),
  list('unconfirmed', 'newest'),
  ...filters.map(([what, query]) => list('unconfirmed', what, query)),
  { who: 'admin', what: 'people', path: '/api/users?limit=50', target: 'list' },
  { who: 'admin', what: 'people, search', path: '/api/users?limit=50&search=guest', target: 'list' },
  { who: 'admin', what: 'organisations', path: '/api/organizations?limit=50', target: 'list' },
  { who: 'organisationAdmin', what: 'people', path: '/api/users?limit=50', target: 'flat' },
  { who: 'guest', what: 'own access', path: '/api/access?limit=50', target: 'flat' },
  { who: 'requestor', what: 'own access', path: '/api/access?limit=50', target: 'flat' },
  { who: 'requestor', what: 'own requests', path: '/api/requests?limit=50', target: 'flat' },
  { who: 'requestor', what: 'dashboard', path: '/api/dashboard', target: 'flat' },
  { who: 'guest', what: 'dashboard', path: '/api/dashboard', target: 'flat' },
  { who: 'organisationAdmin', what: 'dashboard', path: '/api/dashboard', target: 'flat' },
  {
    who: 'admin',
    what: 'sessions of one who',
    path: `/api/users?limit=50&search=${emailOf('guest')}`,
    target: 'list',
  },
]
