import { dayOf } from '@deedbox/contract/dates.ts'
import { sql } from 'drizzle-orm'
import { matters } from '../../db/tables/matters.ts'
import { wants } from '../../kernel/mail/wants.ts'
import { hasLeft } from '../../policy/visible.ts'
import { notice, only } from '../../sharing/notices/mail-parts.tsx'
import { defineNotice, untold } from '../../sharing/notices/notices.ts'

/** Mail to people who are reminded of what falls due: once for each distance, of several that have passed for the last. */
export const dateDue = defineNotice('date_due', {
  due({ now, settings: { timeZone } }) {
    const today = sql`${dayOf(now, timeZone)}::date`
    // A distance that had passed when it was written down is not told: whoever wrote it down knows.
    const written = sql`(d.created_at at time zone ${timeZone})::date`
    const recipient = sql`profiles.user_id || ' ' || reached.days`
    return sql`
      select d.id as "subjectId", null as "accessId", d.document_id as "documentId", d.title, matters.name as who, d.due_on::text as about,
        ${recipient} as recipient, profiles.email, not ${wants(sql`profiles.preferences`, 'dueDates')} as silent
      from due_dates d
      cross join lateral (select min(days) as days from unnest(d.remind_days) days
        where d.due_on - days <= ${today} and d.due_on - days >= ${written}) reached
      join due_date_people p on p.due_date_id = d.id
      join profiles on profiles.user_id = p.user_id
      left join matters on matters.id = d.matter_id
      left join documents on documents.id = d.document_id
      where d.status = 'open' and reached.days is not null and d.due_on >= ${today}
        and (profiles.role = 'admin' or (profiles.role = 'trustee' and profiles.confirmed_at is not null))
        and (d.document_id is null or documents.deleted_at is null) and ${hasLeft(matters.organizationId, now)} is not true
        and ${untold('date_due', sql`d.id`, recipient, sql`d.due_on::text`)}
      order by d.due_on, d.id`
  },
  write(data, place) {
    const one = only(data)
    return notice(data, place, {
      subject: one ? `“${one.title}” falls due` : `${data.items.length} dates fall due`,
      title: one ? 'A date falls due' : 'Dates fall due',
      lead: 'You are named to be reminded of this. Say in Deedbox when it is done, postponed or not needed. Deedbox reminds, it does not advise.',
      path: '/calendar',
      button: 'See what falls due',
      reason:
        'You received this because you are named to be reminded. You can switch these emails off in your settings.',
    })
  },
})
