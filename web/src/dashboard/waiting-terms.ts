import type { SessionUser } from '@deedbox/contract/accounts.ts'
import {
  accessList,
  addressOf,
  type CountedList,
  ending,
  expiring,
  systemLists,
  undeliveredMails,
} from '@deedbox/contract/counted-lists.ts'
import type { HelpTopic } from '@deedbox/contract/help.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { HealthCheck } from '@deedbox/contract/system.ts'
import type { WaitingKind, WaitingNote } from '@deedbox/contract/today.ts'
import {
  type Icon,
  IconCalendarDue,
  IconClockExclamation,
  IconFileUnknown,
  IconHeartbeat,
  IconHourglassLow,
  IconListCheck,
  IconMailOff,
  IconMailQuestion,
  IconMessageQuestion,
  IconRibbonHealth,
  IconUserCheck,
  IconUserShield,
  IconUsersGroup,
  IconZoomQuestion,
} from '@tabler/icons-react'
import { holds } from '../lib/session.ts'

type Viewer = { user: SessionUser; today: string }

/** Words of a kind of waiting: its heading for a number, its one action, and the page to which each row leads. */
export type Terms = {
  icon: Icon
  help?: HelpTopic
  heading: (count: string, one: boolean) => string
  action?: { label: string; to: (viewer: Viewer) => string | undefined }
  rowTo?: (note: WaitingNote, viewer: Viewer) => string | undefined
}

const { endsDays, invitationDays } = limits.today
const to = (list: CountedList) => () => addressOf(list)
const document = ({ documentId }: WaitingNote) => (documentId ? `/documents/${documentId}` : undefined)
/** Returns the page with a person's access, for people who handle documents. */
const theirAccess = ({ title }: WaitingNote, { user }: Viewer) =>
  holds(user, 'canManageDocuments') ? addressOf(accessList(user, { search: title })) : undefined

/** Returns the list of documents: requestors have their own, others those that they can see. */
const ownOnly = ({ user }: Viewer) =>
  holds(user, 'canManageDocuments', 'canManageOrganization') ? {} : { owner: 'me' as const }

/** Pages where something can be done about a part of Deedbox. */
const healthPages: Record<string, string> = {
  backup: '/admin/system',
  keys: '/admin/keys',
  log: '/admin/system',
  witnesses: '/admin/system',
} satisfies Partial<Record<HealthCheck, string>>

export const waitingTerms: Record<WaitingKind, Terms> = {
  account: {
    icon: IconHourglassLow,
    heading: () => 'Your account ends soon',
    action: { label: 'Ask for more time', to: () => '/contact' },
  },
  trustees: {
    icon: IconUserCheck,
    help: 'unconfirmed',
    heading: (count, one) => `${count} ${one ? 'trustee' : 'trustees'} to confirm`,
    action: { label: 'Confirm trustees', to: to(systemLists.unconfirmedTrustees) },
    rowTo: ({ id }) => `/admin/users/${id}`,
  },
  releases: {
    icon: IconUserShield,
    heading: (count, one) => `${count} ${one ? 'release waits' : 'releases wait'} for its time`,
    action: { label: 'Look, or veto', to: () => '/releases' },
    rowTo: () => '/releases',
  },
  nominated: {
    icon: IconUsersGroup,
    heading: (count, one) => `${count} ${one ? 'nomination' : 'nominations'} to answer`,
    action: { label: 'Answer', to: () => '/releases' },
    rowTo: () => '/releases',
  },
  inspections: {
    icon: IconZoomQuestion,
    heading: (count, one) => `${count} ${one ? 'person asks' : 'people ask'} to inspect a will`,
    action: { label: 'Decide', to: () => '/inspections' },
    rowTo: () => '/inspections',
  },
  deaths: {
    icon: IconRibbonHealth,
    heading: (count, one) => `${count} ${one ? 'death' : 'deaths'} whose evidence nobody has seen`,
    rowTo: ({ id }) => `/parties/${id}`,
  },
  confirm: {
    icon: IconListCheck,
    help: 'status',
    heading: (count, one) => `${count} ${one ? 'document' : 'documents'} to confirm`,
    action: { label: 'Confirm details', to: () => '/documents?status=pending' },
    rowTo: document,
  },
  health: {
    icon: IconHeartbeat,
    heading: (count, one) => `${count} ${one ? 'part of Deedbox needs' : 'parts of Deedbox need'} attention`,
    action: { label: 'Open Health', to: () => '/admin/health' },
    rowTo: ({ id }) => healthPages[id] ?? '/admin/health',
  },
  'failed-mail': {
    icon: IconMailOff,
    heading: (count, one) => `${count} ${one ? 'email was' : 'emails were'} not delivered`,
    action: {
      label: 'Send again',
      to: ({ user }) => addressOf(undeliveredMails(user)),
    },
    rowTo: (_note, { user }) => addressOf(undeliveredMails(user)),
  },
  due: {
    icon: IconCalendarDue,
    heading: (count, one) => `${count} ${one ? 'date falls' : 'dates fall'} due`,
    action: { label: 'Open the calendar', to: ({ user }) => `/calendar?person=${user.id}` },
    rowTo: ({ title }, { user }) => `/calendar?person=${user.id}&search=${encodeURIComponent(title)}`,
  },
  'overdue-packets': {
    icon: IconClockExclamation,
    heading: (count, one) =>
      `${count} ${one ? 'packet of originals is' : 'packets of originals are'} overdue`,
    action: { label: 'See what is overdue', to: () => '/custody?packetState=overdue' },
    rowTo: ({ id }) => `/custody/packets/${id}`,
  },
  ending: {
    icon: IconHourglassLow,
    help: 'ends',
    heading: (count) => `Access that ends within ${endsDays} days: ${count}`,
    action: {
      label: 'See what ends',
      to: ({ user, today }) => addressOf(ending(user, today, endsDays)),
    },
    rowTo: document,
  },
  expiring: {
    icon: IconCalendarDue,
    heading: (count, one) =>
      `${count} ${one ? 'document expires' : 'documents expire'} within ${endsDays} days`,
    action: {
      label: 'See what expires',
      to: (viewer) => addressOf(expiring(viewer.today, endsDays, ownOnly(viewer))),
    },
    rowTo: document,
  },
  invitations: {
    icon: IconMailQuestion,
    heading: (count, one) =>
      `${count} ${one ? 'invitation was' : 'invitations were'} not taken up for ${invitationDays} days`,
    action: {
      label: 'See invitations',
      to: ({ user }) =>
        holds(user, 'canManageSystem')
          ? '/admin/users#invitations'
          : holds(user, 'canManageOrganization')
            ? '/b2b/users#invitations'
            : undefined,
    },
    rowTo: theirAccess,
  },
  enquiries: {
    icon: IconMessageQuestion,
    heading: (count, one) => `${count} ${one ? 'enquiry' : 'enquiries'} to answer`,
    action: { label: 'Answer', to: () => '/admin/enquiries' },
  },
  unrecorded: {
    icon: IconFileUnknown,
    heading: (count, one) => `${count} stored ${one ? 'file belongs' : 'files belong'} to no document`,
    action: { label: 'Check the files', to: to(systemLists.unrecordedFiles) },
  },
}
