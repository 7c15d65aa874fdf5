import type { Place } from '../../kernel/mail/define.ts'
import { dayIn, timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

/** One document, grant or organisation that a notice is about. */
export type NoticeItem = {
  documentId: string | null
  title: string
  /** Name of the reader, in a notice to the owner. */
  who: string | null
  /** A day, or an instant (ISO 8601). */
  end: string
  /** Days from the day of the notice to the end. */
  days: number
}

export type Items = { items: NoticeItem[] }

export const shown = 50

/** The end, both relative and as a date: 'in 7 days · 3 December 2026'. */
export function when({ end, days }: NoticeItem, timeZone: string): string {
  const date = end.length === 10 ? dayIn(end, 'UTC') : timeIn(end, timeZone)
  return `${within(days)} · ${date}`
}

export function within(days: number): string {
  if (Math.abs(days) <= 1) return days === 0 ? 'today' : days > 0 ? 'tomorrow' : 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

export type Words = {
  subject: string
  title: string
  lead: string
  /** The path that the button links to. */
  path: string
  button: string
  reason: string
}

export function notice({ items }: Items, { publicUrl, timeZone }: Place, words: Words) {
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

export const only = ({ items }: Items): NoticeItem | undefined => (items.length === 1 ? items[0] : undefined)

export const settings = 'You can change your expiry reminder settings on your dashboard.'
