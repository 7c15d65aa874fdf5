/** Outcomes of a row when people are imported; kept apart from the schemas so that screens do not load zod. */
export const importOutcomes = ['invite', 'replace', 'invited', 'member', 'duplicate', 'wrong'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Tells whether a row's outcome prevents the import of its file. */
export const isFaulty = (outcome: ImportOutcome): boolean => outcome === 'wrong' || outcome === 'duplicate'

/** Columns of a file of people with the headings of the template, in which case, spaces and punctuation do not matter. */
export const importColumns = {
  email: { heading: 'Email', also: ['emailaddress', 'mail'] },
  name: { heading: 'Name', also: ['fullname', 'person'] },
  firstName: { heading: 'First Name', also: ['first', 'givenname', 'givennames'] },
  lastName: { heading: 'Last Name', also: ['last', 'surname', 'familyname'] },
  role: { heading: 'Role', also: ['userrole'] },
  professionalType: { heading: 'Professional Type', also: ['profession', 'type'] },
  organization: { heading: 'Organisation', also: ['organization', 'company', 'firm'] },
  expiresOn: {
    heading: 'Access Ends',
    also: [
      'expiry',
      'expires',
      'expireson',
      'expirydate',
      'accessexpiry',
      'lastday',
      'lastdayofaccess',
      'until',
    ],
  },
  state: { heading: 'State', also: ['stateorterritory', 'territory'] },
} as const satisfies Record<string, { heading: string; also: readonly string[] }>
export type ImportColumn = keyof typeof importColumns

/** Keeps letters and digits in lower case, by which headings, roles and types in files are compared. */
export const plainWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
