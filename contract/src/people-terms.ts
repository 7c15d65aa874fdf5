/** Filters of lists of people; kept apart from the schemas so that screens do not load zod. */
import { counted } from './counts.ts'
import type { ErrorCode } from './refusals.ts'

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

/** Reasons why a person can open a document. */
export const accessReasons = {
  everything: 'Sees all documents',
  owner: 'Owns it',
  organization: 'Belongs to their organisation',
  grant: 'Was given access',
} as const
export type AccessReason = keyof typeof accessReasons

/** Duties of a person, which others take over when they leave the practice; `one` and `more` count them in words. */
export const dutyKinds = {
  matters: { label: 'Matters they are responsible for', one: 'matter', more: 'matters' },
  documents: { label: 'Documents they own', one: 'document', more: 'documents' },
  packets: { label: 'Packets they hold', one: 'packet', more: 'packets' },
  requests: { label: 'Owner requests they claimed', one: 'owner request', more: 'owner requests' },
  grants: { label: 'Access they gave', one: 'grant', more: 'grants' },
  shares: { label: 'Shares of matters they gave', one: 'share of a matter', more: 'shares of matters' },
  dates: { label: 'Dates they are reminded of', one: 'date', more: 'dates' },
} as const
export type DutyKind = keyof typeof dutyKinds
export const dutyKindNames = Object.keys(dutyKinds) as [DutyKind, ...DutyKind[]]

/** Counts them in words: '1 matter', '3 packets'. */
export const dutiesInWords = (kind: DutyKind, count: number): string =>
  counted(count, dutyKinds[kind].one, dutyKinds[kind].more)

/** Acts on many people, or on many open invitations, with their labels; the server has the rule and the verb of each. */
export const peopleActs = {
  expire: { of: 'people', label: 'Set expiry' },
  deactivate: { of: 'people', label: 'Deactivate' },
  again: { of: 'invitations', label: 'Invite again' },
  withdraw: { of: 'invitations', label: 'Withdraw invitation' },
} as const
export type PeopleAct = keyof typeof peopleActs

/** Reasons why an act on a person is refused: the same codes and messages as for one person. */
export const actReasons = [
  'user-not-found',
  'deactivate-own',
  'person-above',
  'already-deactivated',
  'not-a-guest',
  'expiry-same',
  'invitation-not-found',
  'invitation-accepted',
  'invitation-withdrawn',
  'invitation-replaced',
  'invitation-over',
  'invited-again',
  'invite-not-allowed',
  'recipient-stopped',
  'user-exists',
] as const satisfies readonly ErrorCode[]
export type ActReason = (typeof actReasons)[number]
