import type { MailKind } from '@deedbox/contract/mail-kinds.ts'
import { startPrices } from '@deedbox/contract/offer.ts'
import { type DemoDecision, emailOf } from './practice.ts'

/** A request for access. Without a name it is for a document that the requester has no access to. */
export type DemoRequest = {
  by: string
  ago: number
  name?: string
  /** Owner or client of the document, if it must be a certain one. */
  owner?: string
  client?: string
  level?: 'view' | 'download'
  endDays?: number
  justification?: string
  remindedAgo?: number
  withdrawnAgo?: number
  decided?: DemoDecision & { level?: 'view' | 'download' }
}

/** Requests of every age and state; those that nobody decides lapse after 30 days. */
export const requests: readonly DemoRequest[] = [
  { by: 'lawyer', ago: 0.15, justification: 'Acting for the executor; probate is to be lodged this week.' },
  { by: 'accountant', ago: 1, level: 'view', endDays: 60, justification: 'Audit of the trust’s accounts.' },
  { by: 'adviser', ago: 3, justification: 'Review of the client’s superannuation nominations.' },
  { by: 'adviser', ago: 4, owner: 'newtrustee', level: 'view' },
  {
    by: 'lawyer',
    ago: 6,
    endDays: 120,
    remindedAgo: 3,
    justification: 'The beneficiaries ask for advice on their entitlement under the deed.',
  },
  {
    by: 'lawyer',
    ago: 11,
    client: 'Marlowe Holdings',
    name: 'Marlowe Unit Trust deed and its amendments',
    justification: 'Named in the settlement of a sale of units; we have no other copy.',
  },
  { by: 'accountant', ago: 19, remindedAgo: 5 },
  { by: 'adviser', ago: 28, level: 'view', justification: 'Estate planning meeting with the client.' },
  { by: 'accountant', ago: 10, decided: { approve: true, by: 'trustee', ago: 8 } },
  {
    by: 'adviser',
    ago: 21,
    level: 'download',
    decided: {
      approve: true,
      by: 'trustee2',
      ago: 20,
      level: 'view',
      notes: 'To read only: the family has asked that no copies be made.',
    },
  },
  { by: 'lawyer', ago: 62, endDays: 90, decided: { approve: true, by: 'trustee', ago: 59 } },
  {
    by: 'adviser',
    ago: 14,
    justification: 'Client review.',
    decided: {
      approve: false,
      by: 'trustee',
      ago: 12,
      notes: 'We need the client’s written authority first. Please ask again with it attached.',
    },
  },
  {
    by: 'accountant',
    ago: 35,
    decided: { approve: false, by: 'trustee2', ago: 33, notes: 'This deed was replaced in 2022.' },
  },
  { by: 'lawyer', ago: 75, justification: 'General review of the file.' },
  { by: 'adviser', ago: 47 },
  { by: 'accountant', ago: 26, withdrawnAgo: 24, justification: 'For a tax return.' },
  { by: 'lawyer', ago: 9, withdrawnAgo: 7 },
  {
    by: 'lawyer',
    ago: 560,
    endDays: -380,
    justification: 'Transfer of the farm between the generations.',
    decided: { approve: true, by: 'trustee', ago: 556 },
  },
  {
    by: 'adviser',
    ago: 470,
    justification: 'Meeting with the client.',
    decided: { approve: false, by: 'trustee2', ago: 466, notes: 'The client has not told us about you yet.' },
  },
  { by: 'accountant', ago: 310, justification: 'Land tax assessment of the trust.' },
  {
    by: 'adviser',
    ago: 250,
    level: 'view',
    endDays: -100,
    decided: { approve: true, by: 'trustee', ago: 248 },
  },
]

/** Requests to browse. */
export const browsing: readonly { by: string; ago: number; justification: string }[] = [
  { by: 'adviser', ago: 13, justification: 'I am new to the clients whom Ms Marino used to advise.' },
  { by: 'accountant', ago: 4, justification: 'Taking over the Castellano and Dimitriou files.' },
]

/** A request to an owner; a claimer shares some documents and marks it fulfilled. */
export type DemoOwnerRequest = {
  by: string
  ago: number
  to: string
  name?: string
  message: string
  /** Client whose documents are shared. */
  client?: string
  claimed?: { by: string; ago: number; sharedAgo?: number; fulfilledAgo?: number }
}

export const ownerRequests: readonly DemoOwnerRequest[] = [
  {
    by: 'lawyer',
    ago: 1,
    to: 'harriet@quinn-family.example',
    name: 'Harriet Quinn',
    message:
      'We act for your brother as executor of your late father. Could you let us have his will of 2011 and any codicils? A scan of the signed pages is enough for now.',
  },
  {
    by: 'accountant',
    ago: 2,
    to: emailOf('newtrustee'),
    name: 'Priya Raman',
    message: 'Please share the deed of the Nakamura Family Trust; we prepare its accounts from this year on.',
  },
  {
    by: 'adviser',
    ago: 5,
    to: 'office@lim-and-sons.example',
    message: 'The current partnership deed, please, for an insurance application of Mr Lim.',
  },
  {
    by: 'lawyer',
    ago: 12,
    to: emailOf('trustee'),
    name: 'Margaret Chen',
    message: 'For the Petrov matter: the deed of variation and the letter of wishes, if there is one.',
    client: 'Gordon Petrov',
    claimed: { by: 'trustee', ago: 9, sharedAgo: 8 },
  },
  {
    by: 'accountant',
    ago: 18,
    to: emailOf('newtrustee'),
    message: 'The minutes of the last meeting of the trustees, for the auditor.',
    claimed: { by: 'newtrustee', ago: 17 },
  },
  {
    by: 'accountant',
    ago: 44,
    to: emailOf('trustee2'),
    name: 'Desmond Whitlam',
    message: 'The Rossi Family Trust deed, for the capital gains schedule.',
    client: 'Hazel Rossi',
    claimed: { by: 'trustee2', ago: 43, sharedAgo: 42, fulfilledAgo: 41 },
  },
  {
    by: 'lawyer',
    ago: 66,
    to: 'admin@taylor-estates.example',
    name: 'Taylor Estates',
    message: 'The will of Arthur Taylor, please; we were told that you keep the original.',
    client: 'Arthur Taylor',
    claimed: { by: 'trustee', ago: 64, sharedAgo: 63, fulfilledAgo: 61 },
  },
]

/** Settings that the administrator chose when the practice began. */
export const practice = {
  changes: {
    phone: '(02) 5550 7040',
    officeAddress: 'Level 4, 18 Macquarie Place\nSydney NSW 2000',
    hosting: 'In data centres in Australia, on servers of the practice.',
    sharePeriodDays: 180,
    businessHours: 'Mon-Fri 9-5 AEST',
    prices: startPrices,
  },
  was: {
    phone: '',
    officeAddress: '',
    hosting: '',
    sharePeriodDays: null,
    businessHours: '',
    prices: null,
  },
}

/** Reminder settings that are not the default. */
export const reminders = [
  { by: 'trustee', enabled: true, daysBefore: 60, emailNotifications: true },
  { by: 'trustee2', enabled: true, daysBefore: 14, emailNotifications: false },
] as const

/** The newest mail of a kind to a person could not be delivered: at once, or after two days of tries. */
export const undelivered: readonly { kind: MailKind; to: string; tries: 1 | 13 }[] = [
  { kind: 'owner_request', to: 'harriet@quinn-family.example', tries: 1 },
  { kind: 'request_denied', to: emailOf('adviser'), tries: 13 },
  { kind: 'document_shared', to: emailOf('guest2'), tries: 13 },
  { kind: 'access_ended', to: emailOf('expiredguest'), tries: 1 },
]
