/** What lists of people can be filtered by; kept apart from the schemas so that screens do not load zod. */
export const personStatuses = {
  active: 'Active',
  unconfirmed: 'Unconfirmed',
  deactivated: 'Deactivated',
  reported: 'Reported',
  ending: 'Guest access ends within 30 days',
  expired: 'Guest access has ended',
} as const
export type PersonStatus = keyof typeof personStatuses

export const signInPeriods = {
  never: 'Never signed in',
  'last-7': 'In the last 7 days',
  'last-30': 'In the last 30 days',
  'not-30': 'Not in the last 30 days',
  'not-90': 'Not in the last 90 days',
  'not-365': 'Not in the last year',
} as const
export type SignInPeriod = keyof typeof signInPeriods

/** Why a person can open a document. */
export const accessReasons = {
  everything: 'Sees all documents',
  owner: 'Owns it',
  organization: 'Belongs to their organisation',
  grant: 'Was given access',
} as const
export type AccessReason = keyof typeof accessReasons
