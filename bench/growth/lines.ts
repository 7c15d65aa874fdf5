import { oneMatter } from './matters.ts'
import { emailOf, largeClient, largeOrganisation, type Person } from './rows.ts'
import { rareWord } from './words.ts'

/** Call that is measured. 'flat': of those who see few documents, whatever the size. 'list': of those who see many. 'any': what is no list. */
export type GrowthLine = {
  who: Person
  what: string
  path: string
  target: 'flat' | 'list' | 'any'
  post?: Post
}

/** A call with a body about the newest documents, and the one that takes back what it answered. */
export type Post = {
  documents: number
  body: (documentIds: string[]) => unknown
  undo?: { path: string; body: (answer: unknown) => unknown }
}

const list = (who: Person, what: string, query = ''): GrowthLine => ({
  who,
  what,
  path: `/api/documents?limit=50${query}`,
  target: seesMany(who) ? 'list' : 'flat',
})

const sorts = [
  'uploadedAt',
  'title',
  'expiryDate',
  'clientName',
  'ownerName',
  'fileSize',
  'kind',
  'type',
  'status',
]
const everyOrder = (who: Person, filter: string, what: string): GrowthLine[] =>
  sorts.flatMap((sort) =>
    ['asc', 'desc'].map((direction) =>
      list(who, `${what}by ${sort}, ${direction}`, `${filter}&sort=${sort}&direction=${direction}`),
    ),
  )

/** Filters that find many, few or no documents, one or several at once. */
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
  ['kind of a sixth', '&documentKind=will'],
  ['kind of few', '&documentKind=death_certificate'],
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
  what: `grants: ${what}`,
  path: `/api/access?scope=handled${query}`,
  target: 'list',
})
const figures = (who: Person, what: string, path: string): GrowthLine => ({
  who,
  what,
  path,
  target: 'any',
})

const dashboards: [string, string][] = [
  ['', ''],
  [' by type', 'documentType=other'],
  [' by type and pending', 'documentType=other&status=pending'],
  [', search', 'search=harbour'],
  [', email of everybody', 'userEmail=guest'],
  [', email of a hundredth', 'userEmail=guest11'],
  [', access expired', 'accessStatus=expired'],
]

/** Access, the audit trail and the dashboards. */
const accessAndFigures: GrowthLine[] = [
  ...['all', 'active', 'expired', 'revoked', 'long-term'].map((view) => handled(view, `&view=${view}`)),
  ...['active', 'expired', 'revoked', 'long-term'].flatMap((view) =>
    ['asc', 'desc'].map((direction) =>
      handled(`${view} by endsAt, ${direction}`, `&view=${view}&sort=endsAt&direction=${direction}`),
    ),
  ),
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
  ...(['admin', 'trustee', 'largeOrganisationAdmin'] as const).map((who) =>
    figures(who, 'what waits today', '/api/waiting/today'),
  ),
  ...dashboards.map(([what, query]) =>
    figures('trustee', `trustee dashboard${what}`, `/api/dashboard/trustee?${query}`),
  ),
  ...(['admin', 'trustee', 'largeOrganisationAdmin'] as const).map((who) =>
    figures(who, 'dashboard', '/api/dashboard'),
  ),
  ...(['organisationAdmin', 'requestor', 'guest'] as const).map(
    (who): GrowthLine => ({ who, what: 'dashboard', path: '/api/dashboard', target: 'flat' }),
  ),
]

/** Texts that the one search is asked for: in titles, names of clients, people and texts; in many documents, few or none. */
const texts: [string, string][] = [
  ['words of every title', 'family trust'],
  ['word of a tenth of titles', 'nguyen'],
  ['word of few titles', 'wattlebird'],
  ['client of a tenth', 'harbour'],
  ['one client', 'harbour 77'],
  ['client and title', 'harbour nguyen'],
  ['person', 'guest 17'],
  ['email', 'guest17@mail3.example'],
  ['word of every other text', 'everyother'],
  ['word of a tenth of texts', 'everytenth'],
  ['word of a thousandth of texts', 'everythousandth'],
  ['words of texts that seldom meet', 'everytenth everythousandth'],
  ['word of few texts', rareWord],
  ['title and text', 'nguyen everytenth'],
  ['nothing', 'zzyzxq'],
  ['nothing, of usual letters', 'harbourtrust'],
  ['nothing, two letters', 'zq'],
  ['one letter', 'w'],
  ['two letters', 'ng'],
]
export const seesMany = (who: Person) =>
  who === 'trustee' || who === 'admin' || who === 'largeOrganisationAdmin'
const search = (who: Person): GrowthLine[] =>
  texts.map(([what, text]) => ({
    who,
    what: `search: ${what}`,
    path: `/api/search?text=${encodeURIComponent(text)}`,
    target: seesMany(who) ? 'any' : 'flat',
  }))

/** Returns the calls for names of clients as somebody types them, the list of clients and a client's page. */
const clients = (who: Person): GrowthLine[] => {
  const line = (what: string, path: string): GrowthLine => ({
    who,
    what: `clients: ${what}`,
    path: `/api/clients${path}`,
    target: seesMany(who) ? 'list' : 'flat',
  })
  return [
    ...['', 'h', 'harbour', 'harbour 7', 'zzyzxq'].map((text) => line(`typed ‘${text}’`, `?text=${text}`)),
    ...(who === 'trustee'
      ? ['', 'harbour', '7', 'zzyzxq'].map((text) =>
          line(`list${text && ` of ‘${text}’`}`, `/list?limit=50&search=${text}`),
        )
      : []),
    ...(who === 'trustee'
      ? [
          { ...line('a large one', `/one?name=${largeClient}`), target: 'any' as const },
          {
            ...line('a large one, history', `/history?limit=50&name=${largeClient}`),
            target: 'any' as const,
          },
        ]
      : []),
  ]
}
const largeClientLists: GrowthLine[] = [
  list('trustee', 'a large client', `&client=${largeClient}`),
  list('trustee', 'a large client, by title', `&client=${largeClient}&sort=title&direction=asc`),
  list('trustee', 'a large client, search', `&client=${largeClient}&search=nguyen`),
  handled('a large client', `&client=${largeClient}`),
]

/** Matters, their pages, parties and dates; a page is what its screen asks for, call by call. */
const mattersOf = (who: Person): GrowthLine[] => {
  const line = (what: string, path: string, target: GrowthLine['target'] = 'list'): GrowthLine => ({
    ...{ who, what: `matters: ${what}`, path: `/api/${path}`, target },
  })
  const sorted = ['name', 'reference', 'createdAt'].flatMap((sort) =>
    ['asc', 'desc'].map((direction) =>
      line(`by ${sort}, ${direction}`, `matters?limit=50&sort=${sort}&direction=${direction}`),
    ),
  )
  const filtered: [string, string][] = [
    ['search that finds a tenth', 'search=nguyen'],
    ['search that finds few', 'search=wattlebird'],
    ['search that finds none', 'search=zzyzxq'],
    ['search for one letter', 'search=w'],
    ['a reference', 'search=2026/777'],
    ['kind of an eighth', 'matterKind=super_fund'],
    ['vested', 'matterStatus=vested'],
    ['vested unit trusts of one law', 'matterStatus=vested&matterKind=unit_trust&governingLaw=WA'],
    ['of an organisation', `organization=${largeOrganisation}`],
  ]
  return [
    ...sorted,
    ...filtered.map(([what, query]) => line(what, `matters?limit=50&${query}`)),
    line('one', `matters/${oneMatter}`, 'any'),
    line('its parties', `matters/${oneMatter}/roles`, 'any'),
    line('its parties on a day', `matters/${oneMatter}/roles?on=1999-05-03`, 'any'),
    line('its chain', `matters/${oneMatter}/chain`, 'any'),
    ...(who === 'trustee'
      ? [
          line('what is missing of it', `matters/${oneMatter}/completeness`, 'any'),
          line('its shares', `matters/${oneMatter}/shares`, 'any'),
          line('clients without a matter', 'matter-runs/clients?limit=50', 'any'),
        ]
      : []),
    line('its documents', `documents?limit=50&matter=${oneMatter}`),
    line('its dates', `due-dates?limit=50&matter=${oneMatter}`),
    line('its history', `matters/${oneMatter}/history?limit=25`, 'any'),
    line('what falls due', 'due-dates?limit=50'),
    line('what falls due and is open', 'due-dates?limit=50&dueStatus=open'),
    line('a month', 'due-dates?limit=50&dueFrom=2027-03-01&dueTo=2027-03-31'),
    line('a month, search', 'due-dates?limit=50&dueFrom=2027-03-01&dueTo=2027-03-31&search=review'),
    line('what falls due, search that finds none', 'due-dates?limit=50&search=zzyzxq'),
    ...(who === 'trustee'
      ? ['custodians 77', 'person 777', '000000777', 'zzyzxq'].map((text) =>
          line(`parties of ‘${text}’`, `parties?search=${text}`, 'any'),
        )
      : []),
  ]
}

const guests = [1, 2, 3].map((n) => ({ email: `guest${n}@mail${n}.example` }))
/** Changes of 50 documents at once. */
const changes: GrowthLine[] = [
  {
    who: 'trustee',
    what: '50 documents: what archiving them touches',
    path: '/api/documents/preview',
    target: 'any',
    post: { documents: 50, body: (documentIds) => ({ documentIds, action: 'archive' }) },
  },
  {
    who: 'trustee',
    what: '50 documents shared with three people',
    path: '/api/documents/share',
    target: 'any',
    post: {
      documents: 50,
      body: (documentIds) => ({ documentIds, recipients: guests, accessLevel: 'view', expiresOn: null }),
      undo: { path: '/api/documents/share/undo', body: grantIdsOf },
    },
  },
]

function grantIdsOf(answer: unknown) {
  const { results } = answer as { results: { grantId: string | null; result: string }[] }
  return {
    grantIds: results.flatMap(({ grantId, result }) => (grantId && result === 'granted' ? [grantId] : [])),
  }
}

export const lines: GrowthLine[] = [
  ...(['trustee', 'largeOrganisationAdmin', 'organisationAdmin', 'requestor', 'guest'] as const).flatMap(
    (who) => [...search(who), ...clients(who)],
  ),
  ...accessAndFigures,
  ...mattersOf('trustee'),
  ...mattersOf('largeOrganisationAdmin'),
  ...largeClientLists,
  ...changes,
  { who: 'admin', what: 'what runs here', path: '/api/system', target: 'list' },
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
