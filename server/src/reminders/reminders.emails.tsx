import type { Place } from '../mail/mail.ts'
import { MailButton, MailFacts, MailText } from '../platform/mailer/blocks.tsx'
import { MailLayout } from '../platform/mailer/layout.tsx'

/** One document or grant that a notice is about. */
export type NoticeItem = {
  documentId: string
  title: string
  /** Whose access it is, in a notice to the owner. */
  who: string | null
  /** A day, or an instant (ISO 8601). */
  end: string
  /** Days from the day of the notice to the end. */
  days: number
}
type Items = { items: NoticeItem[] }

const shown = 50

/** The end, both relative and as a date: 'in 7 days · 3 December 2026'. */
function when({ end, days }: NoticeItem, timeZone: string): string {
  const isDay = end.length === 10
  const date = new Intl.DateTimeFormat('en-AU', {
    dateStyle: 'long',
    timeZone: isDay ? 'UTC' : timeZone,
    ...(!isDay && { timeStyle: 'short' }),
  }).format(new Date(end))
  return `${within(days)} · ${date}`
}

function within(days: number): string {
  if (Math.abs(days) <= 1) return days === 0 ? 'today' : days > 0 ? 'tomorrow' : 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

type Words = {
  subject: string
  title: string
  lead: string
  /** The path that the button links to. */
  path: string
  button: string
  reason: string
}

function notice({ items }: Items, { publicUrl, timeZone }: Place, words: Words) {
  const rows = items
    .slice(0, shown)
    .map((item) => [item.title, `${item.who ? `${item.who}: ` : ''}${when(item, timeZone)}`] as const)
  return {
    subject: words.subject,
    element: (
      <MailLayout preview={words.lead} title={words.title} reason={words.reason}>
        <MailText>{words.lead}</MailText>
        <MailFacts rows={rows} />
        {items.length > shown && <MailText>And {items.length - shown} more.</MailText>}
        <MailButton href={publicUrl + words.path}>{words.button}</MailButton>
      </MailLayout>
    ),
  }
}

const only = ({ items }: Items): NoticeItem | undefined => (items.length === 1 ? items[0] : undefined)
const settings = 'You can change your expiry reminder settings on your dashboard.'

/** To a document's owner: its expiry date is within the window they chose. */
export function documentExpiring(data: Items, place: Place) {
  const one = only(data)
  return notice(data, place, {
    subject: one
      ? `“${one.title}” ${one.days < 0 ? 'has expired' : `expires ${within(one.days)}`}`
      : `${data.items.length} of your documents expire soon`,
    title: one ? 'One of your documents expires' : 'Some of your documents expire',
    lead: one
      ? 'This document is at or near its expiry date.'
      : 'These documents are at or near their expiry dates.',
    path: one ? `/documents/${one.documentId}` : '/documents?sort=expiryDate&direction=asc',
    button: one ? 'Open the document' : 'See your documents',
    reason: `You received this because you own ${one ? 'this document' : 'these documents'}. ${settings}`,
  })
}

/** To a grantee: their access ends in 7 days, or fewer if no server was running. */
export function accessEnding(data: Items, place: Place) {
  const one = only(data)
  const days = Math.min(...data.items.map((item) => item.days))
  return notice(data, place, {
    subject: one
      ? `Your access to “${one.title}” ends ${within(days)}`
      : `Your access to ${data.items.length} documents ends soon`,
    title: 'Your access ends soon',
    lead: `After this time you can no longer open ${one ? 'this document' : 'these documents'} in Deedbox.`,
    path: one ? `/documents/shared/${one.documentId}` : '/documents',
    button: one ? 'Open the document' : 'See the documents',
    reason: 'You received this because a document was shared with this email address.',
  })
}

/** To a grantee: their access has ended. */
export function accessEnded(data: Items, place: Place) {
  const one = only(data)
  return notice(data, place, {
    subject: one
      ? `Your access to “${one.title}” has ended`
      : `Your access to ${data.items.length} documents has ended`,
    title: 'Your access has ended',
    lead: `You can no longer open ${one ? 'this document' : 'these documents'} in Deedbox.`,
    path: '/requestor/documents',
    button: 'See what you can open',
    reason: 'You received this because a document was shared with this email address.',
  })
}

/** To a document's owner: a person's access to it ends in 7 days. */
export function accessEndingOwner(data: Items, place: Place) {
  const one = only(data)
  return notice(data, place, {
    subject: one
      ? `${one.who}’s access to “${one.title}” ends ${within(one.days)}`
      : `${data.items.length} accesses to your documents end soon`,
    title: 'Access ends soon',
    lead: 'If they still need access, renew it. Otherwise you do not need to do anything.',
    path: one ? `/documents/${one.documentId}` : '/dashboard',
    button: one ? 'Open the document' : 'Open your dashboard',
    reason: `You received this because you own ${one ? 'this document' : 'these documents'}. ${settings}`,
  })
}

/** To a document's owner: a person's access to it has ended. */
export function accessEndedOwner(data: Items, place: Place) {
  const one = only(data)
  return notice(data, place, {
    subject: one
      ? `${one.who}’s access to “${one.title}” has ended`
      : `${data.items.length} accesses to your documents have ended`,
    title: 'Access has ended',
    lead: 'If they still need access, renew it. Otherwise you do not need to do anything.',
    path: one ? `/documents/${one.documentId}` : '/dashboard',
    button: one ? 'Open the document' : 'Open your dashboard',
    reason: `You received this because you own ${one ? 'this document' : 'these documents'}. ${settings}`,
  })
}
