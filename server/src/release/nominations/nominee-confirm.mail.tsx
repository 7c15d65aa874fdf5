import { confirmDays } from '@deedbox/contract/release-terms.ts'
import { sql } from 'drizzle-orm'
import { notice } from '../../sharing/notices/mail-parts.tsx'
import { defineNotice, untold } from '../../sharing/notices/notices.ts'
import { whose } from './people.ts'

/** Mail to a nominee, once a year, that asks them to confirm. */
export const nomineeConfirm = defineNotice('nominee_confirm', {
  due({ now, settings: { timeZone } }) {
    const recipient = sql`profiles.user_id::text`
    const about = sql`((ne.confirmed_at + ${confirmDays}::int * interval '24 hours') at time zone ${timeZone})::date::text`
    return sql`
      select ne.id as "subjectId", null as "accessId", null as "documentId", 'Papers of ' || ${whose} as title, null as who,
        ${about} as about, ${recipient} as recipient, profiles.email, false as silent
      from nominees ne join nominations n on n.id = ne.nomination_id
      left join documents d on d.id = n.document_id
      join profiles owner on owner.user_id = coalesce(n.owner_id, d.owner_id)
      join profiles on profiles.user_id = ne.user_id
      where n.ended_at is null and ne.declined_at is null
        and ne.confirmed_at <= ${now.toISOString()}::timestamptz - ${confirmDays}::int * interval '24 hours'
        and ${untold('nominee_confirm', sql`ne.id`, recipient, about)}
      order by ne.confirmed_at, ne.id`
  },
  write: (data, place) =>
    notice(data, place, {
      subject: 'Are you still there as a nominee?',
      title: 'Please confirm that you are still there',
      lead: 'You accepted to be a nominee: you could ask for the papers below if the person whose they are dies or cannot act. Once a year you are asked to sign in and confirm it. Nothing happens by opening the link.',
      path: '/releases',
      button: 'Confirm in Deedbox',
      reason: 'You received this because you accepted to be a nominee.',
    }),
})
