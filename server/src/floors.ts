/** The rooms of a floor, and which of its other rooms each of them may import. */
type Rooms = Record<string, readonly string[]>
type Floor = { name: string; rooms: Rooms | 'free' }

/**
 * The server's floors, lowest first (ARCHITECTURE.md). A file imports from its own room, from the floors below its own, and from
 * the rooms of its own floor that its room names. 'free': the folders of this floor import each other as they need. A file
 * directly in a floor's folder belongs to no room: it may import all of them, and they may import it.
 */
export const floors: Floor[] = [
  { name: 'platform', rooms: 'free' },
  { name: 'db', rooms: 'free' },
  {
    name: 'kernel',
    rooms: { audit: [], context: ['audit'], http: ['context'], mail: ['context', 'http'] },
  },
  {
    name: 'identity',
    rooms: {
      accounts: [],
      factors: ['accounts'],
      providers: ['accounts'],
      tokens: ['accounts'],
      security: ['accounts', 'providers'],
      push: [],
      'own-account': ['accounts'],
      'auth-api': ['accounts', 'factors', 'providers', 'own-account'],
    },
  },
  { name: 'policy', rooms: {} },
  {
    name: 'documents',
    rooms: {
      store: [],
      links: [],
      versions: [],
      signatories: [],
      lists: ['links', 'signatories', 'versions'],
      history: [],
      reading: ['store'],
      changing: ['lists'],
      uploads: ['store', 'lists', 'versions'],
    },
  },
  {
    name: 'sharing',
    rooms: {
      grants: [],
      requests: ['grants'],
      'owner-requests': ['grants', 'requests'],
      notices: ['grants'],
    },
  },
  {
    name: 'matters',
    rooms: {
      register: [],
      dates: [],
      deaths: [],
      identity: [],
      papers: ['deaths'],
      parties: ['papers', 'deaths'],
      runs: ['register'],
      shares: [],
      files: ['register', 'dates', 'parties', 'deaths', 'identity'],
    },
  },
  { name: 'custody', rooms: { register: [], papers: ['register'], 'stock-take': ['register'], copies: [] } },
  { name: 'release', rooms: { nominations: [], inspections: [] } },
  {
    name: 'practice',
    rooms: {
      people: [],
      organizations: [],
      clients: [],
      holds: [],
      reviews: [],
      enquiries: [],
      settings: [],
      announcements: [],
    },
  },
  { name: 'finding', rooms: { search: [], words: [] } },
  {
    name: 'insight',
    rooms: { dashboards: [], log: [], reports: [], takeout: [], evidence: ['log', 'reports', 'takeout'] },
  },
  {
    name: 'operations',
    rooms: {
      backup: [],
      keys: [],
      system: ['backup', 'keys'],
      live: [],
      'folder-import': [],
      site: [],
      leaving: ['keys'],
    },
  },
]

/** The web client's floors, lowest first; every other folder is a domain, between `ui` and `shell`, and imports no other domain. */
export const webFloors = ['lib', 'ui', 'domains', 'shell', 'routes']
