import type { ProfessionalType, Role } from '@deedbox/contract/permissions.ts'

export const password = 'Brass-Key-1887'
export const emailOf = (key: string): string => `${key}@deedbox.example`

/** The believable practice of the demonstration. Nobody in it exists; every address ends in `.example`. */
type DemoPerson = {
  key: string
  firstName: string
  lastName: string
  role: Role
  organization?: string
  professionalType?: ProfessionalType
  /** Guests: the end of their access, in days from today. */
  accessDays?: number
  unconfirmed?: true
  home?: { phone: string; address: string; city: string; state: string; postalCode: string }
  /** The state of those without a whole address. */
  state?: 'NSW' | 'VIC' | 'QLD'
  /** Days since they last signed in. */
  seen?: number
  /** Days since they were deactivated: by an Org Admin, or last night by an administrator. */
  leftAgo?: number
}

export const people: readonly DemoPerson[] = [
  { key: 'admin', firstName: 'Ruth', lastName: 'Abernathy', role: 'admin', state: 'NSW', seen: 0 },
  {
    key: 'trustee',
    firstName: 'Margaret',
    lastName: 'Chen',
    role: 'trustee',
    organization: 'Chen & Whitlam Trustees',
    // Telephone numbers that are set aside for fiction.
    home: {
      phone: '+61491570006',
      address: 'Level 4, 88 Pitt Street',
      city: 'Sydney',
      state: 'NSW',
      postalCode: '2000',
    },
    seen: 1,
  },
  {
    key: 'trustee2',
    firstName: 'Desmond',
    lastName: 'Whitlam',
    role: 'trustee',
    organization: 'Chen & Whitlam Trustees',
    state: 'NSW',
    seen: 3,
  },
  {
    key: 'trustee3',
    firstName: 'Ellis',
    lastName: 'Hargreaves',
    role: 'trustee',
    organization: 'Chen & Whitlam Trustees',
    state: 'NSW',
    seen: 2,
    leftAgo: 0,
  },
  { key: 'newtrustee', firstName: 'Priya', lastName: 'Raman', role: 'trustee', unconfirmed: true },
  {
    key: 'orgadmin',
    firstName: 'Helen',
    lastName: 'Papadopoulos',
    role: 'b2b_admin',
    organization: 'Harbour Legal',
    state: 'VIC',
    seen: 2,
  },
  {
    key: 'orgadmin2',
    firstName: 'Tom',
    lastName: 'Nguyen',
    role: 'b2b_admin',
    organization: 'Chen & Whitlam Trustees',
    state: 'NSW',
    seen: 45,
  },
  {
    key: 'lawyer',
    firstName: 'Sofia',
    lastName: 'Marino',
    role: 'requestor',
    professionalType: 'legal_counsel',
    organization: 'Harbour Legal',
    home: {
      phone: '+61491570156',
      address: '12 Collins Street',
      city: 'Melbourne',
      state: 'VIC',
      postalCode: '3000',
    },
    seen: 4,
  },
  {
    key: 'accountant',
    firstName: 'Graham',
    lastName: 'Okafor',
    role: 'requestor',
    professionalType: 'accountant',
    organization: 'Harbour Legal',
    state: 'VIC',
    seen: 120,
  },
  {
    key: 'adviser',
    firstName: 'Lucy',
    lastName: 'Tran',
    role: 'requestor',
    professionalType: 'financial_advisor',
    state: 'QLD',
    seen: 400,
  },
  {
    key: 'guest',
    firstName: 'Jane',
    lastName: 'Citizen',
    role: 'guest',
    accessDays: 120,
    state: 'QLD',
    seen: 9,
  },
  { key: 'guest2', firstName: 'Oliver', lastName: 'Brown', role: 'guest', accessDays: 12 },
  {
    key: 'clerk',
    firstName: 'Ben',
    lastName: 'Walker',
    role: 'requestor',
    organization: 'Harbour Legal',
    state: 'VIC',
    seen: 30,
    leftAgo: 26,
  },
  { key: 'expiredguest', firstName: 'Noel', lastName: 'Fraser', role: 'guest', accessDays: -3, seen: 5 },
]

/** A grant of the demonstration: made `madeDays` ago, with this end in days from today (none: 540 days). */
export type DemoGrant = {
  to: string
  level: 'view' | 'download'
  madeDays: number
  endDays?: number
  /** Days ago that it was revoked, or a day in the last three weeks. */
  revoked?: true | number
  renewed?: true
  /** Extension that the grantee asked for, of the first of these grants. */
  extension?: DemoExtension
}

export type DemoDecision = { approve: boolean; by: string; ago: number; notes?: string }

export type DemoExtension = {
  ago: number
  duration: '1-month' | '3-months' | '6-months' | '1-year' | 'custom'
  customDays?: number
  justification?: string
  decided?: DemoDecision
}

/** Grants in every state, distributed over the trustees' documents. */
export const grants: readonly DemoGrant[] = [
  {
    to: 'lawyer',
    level: 'download',
    madeDays: 40,
    extension: {
      ago: 16,
      duration: '6-months',
      justification: 'Probate has been delayed; the Registry asked for further particulars.',
      decided: { approve: true, by: 'trustee', ago: 15 },
    },
  },
  { to: 'guest', level: 'view', madeDays: 20, endDays: 25 },
  { to: 'accountant', level: 'download', madeDays: 400 },
  { to: 'guest2', level: 'view', madeDays: 5, endDays: 6 },
  { to: 'adviser', level: 'download', madeDays: 60, endDays: -4 },
  {
    to: 'lawyer',
    level: 'view',
    madeDays: 90,
    endDays: 80,
    revoked: true,
    extension: {
      ago: 30,
      duration: '1-year',
      justification: 'The dispute between the beneficiaries may go on.',
      decided: {
        approve: false,
        by: 'trustee2',
        ago: 27,
        notes: 'The dispute was settled last week. Please tell us if the deed is still needed.',
      },
    },
  },
  { to: 'guest', level: 'download', madeDays: 10, endDays: 85 },
  {
    to: 'accountant',
    level: 'view',
    madeDays: 380,
    endDays: 5,
    renewed: true,
    extension: {
      ago: 2,
      duration: '3-months',
      justification: 'The annual tax return of the trust is due next month.',
    },
  },
  { to: 'expiredguest', level: 'view', madeDays: 30, endDays: -3 },
  {
    to: 'adviser',
    level: 'view',
    madeDays: 375,
    extension: {
      ago: 5,
      duration: 'custom',
      customDays: 400,
      justification: 'The client is abroad until then.',
    },
  },
  { to: 'orgadmin', level: 'view', madeDays: 15, endDays: 200 },
  { to: 'accountant', level: 'view', madeDays: 505 },
  { to: 'lawyer', level: 'download', madeDays: 610, endDays: -430 },
  { to: 'adviser', level: 'view', madeDays: 455, endDays: -300, revoked: 390 },
]
