import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { sql } from 'drizzle-orm'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Place } from '../../kernel/mail/define.ts'
import { type Items, notice, only, settings, within } from './mail-parts.tsx'
import { defineNotice, untold } from './notices.ts'

/** The widest window that owners may choose, in days. */
const widest = 60
/** A reminder that could not be sent in time is still sent up to this many days later, as 'has expired'. */
const lookBackDays = 30

/**
 * Documents whose expiry date is within the window that their owner chose (specification, section 3), once for each date; of several versions the newest.
 * Days are in the deployment's time zone.
 */
function due({ now, settings: { timeZone, reminderDaysBefore } }: WriteCtx, ownerId?: string) {
  const today = dayOf(now, timeZone)
  return sql`
    select d.id as "subjectId", null as "accessId", d.id as "documentId", d.title, null as who,
      d.expiry_date::text as about, p.user_id::text as recipient, p.email, false as silent
    from documents d
    join profiles p on p.user_id = d.owner_id
    left join reminder_settings s on s.user_id = d.owner_id
    where d.deleted_at is null and not d.superseded
      and coalesce(d.expiry_date, 'infinity'::date)
        between ${addDays(today, -lookBackDays)}::date and ${addDays(today, widest)}::date
      and d.expiry_date <= ${today}::date + coalesce(s.days_before, ${reminderDaysBefore}::int)
      and d.expiry_date >= (d.created_at at time zone ${timeZone})::date
      and coalesce(s.enabled and s.email_notifications, true)
      ${ownerId ? sql`and d.owner_id = ${ownerId}` : sql``}
      and ${untold('document_expiring', sql`d.id`, sql`p.user_id::text`, sql`d.expiry_date::text`)}
    order by d.expiry_date, d.id`
}

/** Mail to a document's owner: its expiry date is within the window they chose. */
export const documentExpiring = defineNotice('document_expiring', {
  due: due,
  write: (data: Items, place: Place) => {
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
  },
})
